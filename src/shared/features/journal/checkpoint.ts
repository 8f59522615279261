/** The events that create a checkpoint (`proof-layout.md` section 5). */
export const checkpointKinds = ['start', 'tally', 'finish', 'decision', 'report', 'bundle', 'day'] as const
export type CheckpointKind = (typeof checkpointKinds)[number]

export const checkpointKindNames: Readonly<Record<CheckpointKind, string>> = {
  start: '开启投票',
  tally: '开启唱票',
  finish: '结束投票',
  decision: '裁定异议',
  report: '报告',
  bundle: '应诉包',
  day: '每日',
}

/** Normalises a 核验码 typed from paper: 32 lower-case hexadecimal characters without blanks and hyphens; null if invalid. */
export function typedCode(typed: string): string | null {
  const plain = typed.replaceAll(/[\s\-\u2010-\u2015\u2212\uff0d]/g, '').toLowerCase()
  return /^[\da-f]{32}$/.test(plain) ? plain : null
}

/** 32 hexadecimal characters as printed: in groups of four. */
export const codeInGroups = (plain: string): string => plain.match(/.{1,4}/g)?.join(' ') ?? ''

/** Printed next to a 核验码. */
export const CODE_ON_PAPER = '本文件经签字盖章后请妥善保存：日后在“操作日志”的“校验”中输入纸上的核验码，能发现此前记录的改动。'

import { formatTime } from '#shared/time/chinaTime.ts'
import { bundleEditionNames, type BundleEdition } from '#shared/features/evidence/editions.ts'
import { lineFields } from './fields.ts'
import type { LineField } from './lineField.ts'
import type { GuideFacts } from './guide.ts'

/**
 * Windows' own editor before 2019 and WPS detect UTF-8 only by a byte order mark, and break lines only at CRLF; elsewhere
 * neither is visible.
 */
const BYTE_ORDER_MARK = '\ufeff'
const LINE_END = '\r\n'

interface DescribedFile {
  readonly path: string
  readonly meaning: string
  readonly editions?: 'court'
}

/** Every file of a bundle, in reading order. */
const bundleFileWords: readonly DescribedFile[] = [
  { path: '核验说明.pdf', meaning: '一页纸：怎样核对，核验码' },
  { path: '复算.html', meaning: '用浏览器打开，重新计票，核对本压缩文件' },
  { path: 'report.xlsx', meaning: '表决报告' },
  { path: '说明.txt', meaning: '本文件' },
  { path: 'manifest.json', meaning: '清单：除 manifest.json、manifest.sig、复算.html 以外每个文件的路径、字节数和 SHA-256' },
  { path: 'manifest.sig', meaning: '对 manifest.json 全部字节的 Ed25519 签名，128 个十六进制字符' },
  { path: 'rules.json', meaning: '议题、选项、计票规则和起止时间' },
  { path: 'data/roster.jsonl', meaning: '票权清册，一行一票' },
  { path: 'data/records.jsonl', meaning: '投票记录，按记录先后' },
  { path: 'data/deliveries.jsonl', meaning: '送达记录' },
  { path: 'data/voids.jsonl', meaning: '作废记录' },
  { path: 'data/readings.jsonl', meaning: '票面读数：复录等，只与投票记录比较，不计票' },
  { path: 'data/samples.jsonl', meaning: '抽票复核和抽样回访：锁定的清单、随机数字和读到的内容，可以重新抽取' },
  { path: 'data/contacts.jsonl', meaning: '走访登记：不是送达，也不计票' },
  { path: 'data/publications.jsonl', meaning: '公示：内容、起止日期和地点，不计票' },
  { path: 'data/objections.jsonl', meaning: '异议、裁定，以及投票结束后与原记录并列的更正' },
  { path: 'data/changes.jsonl', meaning: '房产变更申请' },
  { path: 'data/journal.jsonl', meaning: '操作日志，一行一条；属于其他活动的只有序号和内容校验值' },
  { path: 'data/checkpoints.jsonl', meaning: '本次表决的检查点和签名' },
  { path: 'data/results.json', meaning: '程序给出的计票结果' },
  { path: 'images/', meaning: '送达凭证、公示照片、异议所附图片和扫描页，文件名就是它的 SHA-256', editions: 'court' },
]

const CONVENTIONS = [
  '文本都是 UTF-8。.json 和 .jsonl 按 RFC 8785 书写：键按码元排序，没有空格。.jsonl 一行一个对象，每行以一个换行符结束。',
  '面积是整数，单位 0.01㎡。时间是北京时间，写作 2026-05-01 09:30:00。没有的项不写，不写成 null。',
  '校验值、随机盐、公钥和签名都写成小写十六进制文字；相接或再求校验值时，用的就是这些文字。',
  '下面的命令用于 Linux 的终端（要有 jq、xxd 和 openssl），在解压后的文件夹里运行。',
] as const

/** How to verify without the program and without the page. */
const CHECKS: readonly { readonly title: string; readonly lines: readonly string[]; readonly editions?: 'court' }[] = [
  {
    title: '文件：与清单比较',
    lines: [
      'sha256sum report.xlsx',
      '应与 manifest.json 的 files 中同一路径的 sha256 相同。Windows 可用 certutil -hashfile report.xlsx SHA256。全部文件一次比较：',
      `jq -r '.files[] | .sha256 + "  " + .path' manifest.json | sha256sum -c`,
    ],
  },
  {
    title: '清单的签名',
    lines: [
      '(printf 302a300506032b6570032100; jq -j .publickey manifest.json) | xxd -r -p > key.der',
      'xxd -r -p manifest.sig > manifest.sig.bin',
      'openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in manifest.json -sigfile manifest.sig.bin',
    ],
  },
  {
    title: '检查点的核验码：检查点原文的 SHA-256 的前 32 个字符',
    lines: [
      `sed -E 's/^\\{"checkpoint":(.*),"signature":"[0-9a-f]{128}"\\}$/\\1/' data/checkpoints.jsonl | while IFS= read -r text; do printf %s "$text" | sha256sum | cut -c1-32; done`,
      '签字的纸上的核验码应是其中之一。检查点的签名是对同一原文的 Ed25519 签名，公钥在检查点的 publickey 中。',
    ],
  },
  {
    title: '日志：一条接一条',
    lines: [
      '每条的校验值 = SHA-256(上一条的校验值 + 序号 + contenthash)，三段文字直接相接；第 1 条之前是 64 个 0：',
      'printf %s%s%s 上一条的校验值 序号 contenthash | sha256sum',
      '从头算到尾：',
      `previous=$(printf '%064d' 0); jq -r '[.number, .contenthash] | join(" ")' data/journal.jsonl | while read -r number content; do previous=$(printf %s%s%s "$previous" "$number" "$content" | sha256sum | cut -c1-64); echo "$previous"; done | tail -n 1`,
      '应与 manifest.json 中 checkpoint 的 hash 相同。每个检查点的 hash 都应是它 number 那一条的校验值。',
    ],
  },
  {
    title: '日志的内容：contenthash = SHA-256(salt + content)',
    editions: 'court',
    lines: [`jq -j 'select(.number == 12) | .salt + .content' data/journal.jsonl | sha256sum`],
  },
  {
    title: '产权人：ownerhash = SHA-256(ownersalt + [产权人,手机号,证件号])',
    editions: 'court',
    lines: [
      `head -n 1 data/roster.jsonl | jq -j '.houses[0] | .ownersalt + ([.personname, .mobileno, .idno] | tojson)' | sha256sum`,
      'jq 写出的与 RFC 8785 只在少数特殊字符上不同。',
    ],
  },
  {
    title: '票权清册摘要（rosterdigest）',
    lines: [
      '对每个仍计票的票权一行求 SHA-256，按 ballotid 排序，每行以换行符结束：',
      '{"ballotid":…,"houses":[{"activitypropertyid":…,"area":…,"category":…,"ownerhash":…,"place":…}]}',
      '房屋按 activitypropertyid 排序。',
    ],
  },
  {
    title: '计票摘要（tallydigest）',
    lines: [
      '对每个仍计票的票权一行，按 ballotid 排序；status 是最后一条记录的状态，没有记录是 -1；delivered 是任一房屋有未作废的送达记录；不是已投票时 answers 为空：',
      '{"answers":…,"area":…,"ballotid":…,"delivered":…,"status":…}',
      '再每个议题或选项一行，按议题和选项的序号：',
      '{"abstention":[人数,面积],"approve":…,"disapprove":…,"invalid":…,"optionnochoose":…,"voteoptionid":…,"votetopicid":…}',
    ],
  },
]

const LIMITS = [
  '签名的人是谁；持有密钥的人可以把整套数据改动后重新签名，只有与当天签在纸上的核验码比较才能发现。',
  '登记的事当时是否真实：选票上的签名是否本人所写，送达是否真的发生。',
  '法律和议事规则是否允许这样表决。',
] as const

const OWNERS_NOTE =
  '业主查阅版不含手机号、证件号、图片、随机盐和日志内容，姓名只留第一个字；每票的选择在其中，供业主到办公地点查阅，不用于张贴。日志内容和产权人的校验值在这一版里不能核对，请用法院版。'

/** 说明.txt: the contents of the bundle, field by field, and how to verify it with standard tools. The same facts yield the same text. */
export function readmeText({ title, estate, edition, code, time, checkpointNumber }: Omit<GuideFacts, 'fontFile'>): string {
  const has = ({ editions }: { readonly editions?: 'both' | 'court' }): boolean => edition === 'court' || editions !== 'court'
  const lines = [
    `应诉包说明（${bundleEditionNames[edition]}）`,
    '',
    `活动：${oneLine(title)}`,
    `小区：${oneLine(estate)}`,
    `数据截至：${formatTime(time)}，操作日志第 ${checkpointNumber} 条`,
    `核验码：${code}`,
    ...(edition === 'owners' ? ['', OWNERS_NOTE] : []),
    ...chapter('一、文件', ...bundleFileWords.filter(has).map(({ path, meaning }) => `${path}：${meaning}`)),
    ...chapter('二、书写约定', ...CONVENTIONS),
    ...chapter('三、不用本程序和 复算.html 怎样核对'),
    ...CHECKS.filter(has).flatMap(({ title, lines }, index) => [`${index + 1}. ${title}`, ...lines.map((line) => `   ${line}`), '']),
    ...chapter('四、核对不能说明什么', ...LIMITS),
    ...chapter('五、字段'),
    ...Object.entries(lineFields).flatMap(([path, fields]) => fieldLines(path, fields.filter(has), edition)),
  ]
  return BYTE_ORDER_MARK + lines.map((line) => `${line}${LINE_END}`).join('')
}

const chapter = (title: string, ...lines: readonly string[]): string[] => ['', title, '', ...lines]

function fieldLines(path: string, fields: readonly LineField[], edition: BundleEdition): string[] {
  const width = Math.max(...fields.map(({ field }) => field.length))
  const meaningOf = ({ meaning, owners }: LineField): string => (edition === 'owners' && owners !== undefined ? `${meaning}（${owners}）` : meaning)
  return [path, ...fields.map((field) => `   ${field.field.padEnd(width)}  ${meaningOf(field)}`), '']
}

/** A title may contain line breaks. */
const oneLine = (text: string): string => text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

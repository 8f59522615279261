import { withoutPersonalNumbers } from '#shared/text/redaction.ts'

/**
 * Removes from a log line what must not be in a file: query strings, tokens, phones, ID numbers, captcha codes.
 *
 * Works on the finished line, so that nothing escapes by nesting or inside a message. Rather too much than too little: the log
 * is for finding faults, not people.
 */
export function redact(line: string): string {
  return withoutPersonalNumbers(line)
    .replace(/\?[^\s"'\\<>]+/g, '?…')
    .replace(/((?:auth-?id|program-?key|token|password|authorization|captcha|confirmpsw|cookie)\\?"?\s*[:=]\s*\\?"?)[^\s"\\,}&]+/gi, '$1…')
    .replace(/(验证码|密码|令牌)([^\d\n"]{0,6})[A-Za-z0-9]{4,}/g, '$1$2…')
    .replace(/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}(?![\w-])/g, '（密文）')
}

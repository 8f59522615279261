/** The message where the password of an encrypted copy is missing. */
export const COPY_PASSWORD_MISSING = '请输入备份的密码'

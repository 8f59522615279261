/** The message for the missing password of an encrypted backup. */
export const COPY_PASSWORD_MISSING = '请输入备份的密码'

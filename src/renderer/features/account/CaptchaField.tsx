import { Form, Input } from 'antd'
import { accountLimits as limits } from '#shared/features/account/rules.ts'
import { fieldRules } from '../../ui/fieldRules.ts'
import type { ImageCaptcha } from './useImageCaptcha.ts'
import styles from './account.module.css'

/** The captcha's text field and image; clicking the image loads another. */
export function CaptchaField({ captcha }: { readonly captcha: ImageCaptcha }) {
  return (
    <div className={styles.beside}>
      <Form.Item name="captcha" label="验证码" rules={fieldRules(limits.captcha)} extra={captcha.problem || null}>
        <Input maxLength={limits.captcha.max} autoComplete="off" placeholder="请输入图中的字符" />
      </Form.Item>
      <button
        type="button"
        className={styles.captchaPicture}
        aria-label="验证码图片，点击换一张"
        title="看不清？点击换一张"
        // Keeps the focus in the input.
        onMouseDown={(event) => event.preventDefault()}
        onClick={captcha.refresh}
      >
        {captcha.url === null ? <span>{captcha.problem === '' ? '正在获取…' : '点击重试'}</span> : <img src={captcha.url} alt="验证码" />}
      </button>
    </div>
  )
}

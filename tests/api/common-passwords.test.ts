import { beforeAll, expect, test } from 'vitest'
import { good } from '../support/activities.ts'
import { PASSWORD } from '../support/passwords.ts'
import { confirm, madeBefore, serverForAll, type Envelope } from '../support/server.ts'

const PHONE = '13900000077'
const server = serverForAll('sqlite')
const admin = madeBefore(() => server.member('admin_1'))
const staff = madeBefore(() => server.member('staff_1'))
let staffPhone: string
let staffId: string
beforeAll(async () => {
  const user = good(await staff.get('/unifiedUser/get'))
  staffId = user.userid
  staffPhone = user.phone
  await confirm(admin)
})

/** Every call that sets a password, with the refused field, and its owner's name and phone. */
const calls: Readonly<Record<string, { field: string; username: string; phone: () => string; send: (password: string) => Promise<Envelope> }>> = {
  register: {
    field: 'password',
    username: 'new_name',
    phone: () => PHONE,
    send: async (password) => {
      const bizid = `common-${password}`
      await server.client().raw(`/imgcaptcha?biztype=REGISTER_IMGCAPTCHA&bizid=${bizid}`)
      const form = { username: 'new_name', nickName: '新', sex: 0, password, confirmpsw: password, phone: PHONE, captcha: '0000', smscaptcha: '000000' }
      return server.client().post('/unifiedUser/register', { ...form, biztype: 'REGISTER_IMGCAPTCHA', bizid })
    },
  },
  create: {
    field: 'password',
    username: 'made_one',
    phone: () => PHONE,
    send: (password) => admin.post('/account/create', { username: 'made_one', nickName: '新', phone: PHONE, role: 'clerk', password }),
  },
  resetpassword: {
    field: 'newpassword',
    username: 'staff_1',
    phone: () => staffPhone,
    send: (newpassword) => admin.post('/account/resetpassword', { userid: staffId, newpassword }),
  },
  changepassword: {
    field: 'newpassword',
    username: 'staff_1',
    phone: () => staffPhone,
    send: (newpassword) => staff.post('/account/changepassword', { oldpassword: PASSWORD, newpassword }),
  },
}

test.each(Object.keys(calls))('%s refuses a password that is tried first, and one that holds its owner’s name or phone', async (name) => {
  const call = calls[name]
  if (!call) throw new Error(name)
  const { field, username, phone, send } = call
  for (const password of ['woaini1314', 'WoAiNi1314', 'Password1', 'QWERTY123', `x${username.toUpperCase()}77`, `a${phone()}`])
    expect(await send(password), password).toMatchObject({ code: 400, message: '密码过于简单', data: [{ field, message: '密码过于简单' }] })
})

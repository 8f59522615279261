import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { cutOff } from '../support/cutOff.ts'
import { givePassword } from '../support/dialogs.ts'
import { closeLeftOpen, launch, logIn, newFolder, register } from '../support/program.ts'

test('an older vote.db put back by hand blocks all pages until an administrator gives a reason', async () => {
  const userData = newFolder()
  const [database, noon] = [join(userData, 'data/vote.db'), join(userData, 'noon.db')]
  const morning = await launch({ userData })
  await register(morning)
  await logIn(morning)
  await morning.close()
  copyFileSync(database, noon)
  const afternoon = await launch({ userData })
  await afternoon.page.getByRole('menuitem', { name: '小区管理' }).click()
  await afternoon.page.getByRole('button', { name: '新增', exact: true }).filter({ visible: true }).click()
  const form = afternoon.page.getByRole('dialog')
  await form.getByRole('textbox', { name: '小区名称' }).fill('桂花苑')
  await form.getByLabel('详细地址').fill('浙江省杭州市西湖区桂花路8号')
  await form.getByRole('button', { name: '提交' }).click()
  await expect(afternoon.page.getByRole('row').filter({ hasText: '桂花苑' })).toBeVisible()
  await afternoon.close()
  copyFileSync(noon, database)

  const program = await launch({ userData })
  const { page } = program
  await expect(page.getByRole('heading', { name: '请核对数据库' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(/数据库比上次使用时旧：上次用到操作日志第\d+条，现在只到第\d+条，请系统管理员确认/)
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  expect(await cutOff(page)).toEqual([])

  await page.getByRole('button', { name: '恢复备份…' }).click()
  const restore = page.getByRole('dialog', { name: '恢复数据' })
  await expect(restore.getByRole('table')).toBeVisible()
  await restore.getByRole('button', { name: '取消' }).click()

  const accept = page.getByRole('button', { name: '确认使用这份数据' })
  await accept.click()
  await expect(page.getByText('请选择或填写原因')).toBeVisible()
  await page.getByText('由本单位恢复了旧备份').click()
  await accept.click()
  await givePassword(page)
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await expect(page.getByRole('row').filter({ hasText: '桂花苑' })).toHaveCount(0)
  await program.close()
})

test.afterAll(closeLeftOpen)

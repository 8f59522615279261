// Copies the PDF font and its licence to the server's resources/fonts.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beginFolder, replaceFolder } from './folders.mjs'
import { inProject } from './project.mjs'

const source = inProject('node_modules/@expo-google-fonts/noto-sans-sc')
const target = inProject('resources/fonts')
const { name, version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))

/** Written last: it names the source of the other files. */
const stamp = join(target, 'made.json')
if (existsSync(stamp) && JSON.parse(readFileSync(stamp, 'utf8')).version === version) process.exit(0)

const making = await beginFolder(target)
copyFileSync(join(source, '400Regular/NotoSansSC_400Regular.ttf'), join(making, 'NotoSansSC-Regular.ttf'))
copyFileSync(join(source, 'LICENSE_FONT'), join(making, 'OFL.txt'))
writeFileSync(join(making, 'made.json'), JSON.stringify({ name, version }))
await replaceFolder(making, target)

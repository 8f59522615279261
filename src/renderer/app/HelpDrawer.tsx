import { Drawer } from 'antd'
import { TableHead } from '../ui/TableHead.tsx'
import { commonKeys, helpOf } from './help.ts'
import { Keys } from './Keys.tsx'
import type { HelpList, HelpTable } from '../app-context/help.ts'
import type { Help } from './useHelp.ts'

interface HelpDrawerProps {
  readonly help: Help
  /** The path of the screen. */
  readonly path: string
  /** Its title. */
  readonly title: string
}

/** Help for the current screen: purpose, steps, keys. */
export function HelpDrawer({ help: { isOpen, close }, path, title }: HelpDrawerProps) {
  const { about, steps, more = [], keys = [] } = helpOf(path)
  return (
    <Drawer
      title={`使用帮助：${title}`}
      open={isOpen}
      onClose={close}
      placement="right"
      size="min(31.5rem, 92vw)"
      closable={{ 'aria-label': '关闭帮助', placement: 'end' }}
      styles={{ body: { padding: 0, overflow: 'hidden' } }}
      destroyOnHidden
    >
      {/* Longer than the window it is read by the arrow keys, too. */}
      <section className="help-text" aria-label="帮助内容" tabIndex={0}>
        <p className="help-about">{about}</p>
        <ol className="help-steps">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {more.map((part) => ('rows' in part ? <Table key={part.title} table={part} /> : <List key={part.title} list={part} />))}
        {keys.length === 0 ? null : <Keys title="这个页面的按键" keys={keys} />}
        <Keys title="所有页面的按键" keys={commonKeys} />
      </section>
    </Drawer>
  )
}

function Table({ table: { title, columns, rows } }: { readonly table: HelpTable }) {
  return (
    <>
      <h3 className="help-heading">{title}</h3>
      <table className="help-table" aria-label={title}>
        <TableHead columns={columns} />
        <tbody>
          {rows.map(([name = '', ...texts]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {texts.map((text, index) => (
                <td key={columns[index + 1]}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function List({ list: { title, items } }: { readonly list: HelpList }) {
  return (
    <>
      <h3 className="help-heading">{title}</h3>
      <ul className="help-list">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  )
}

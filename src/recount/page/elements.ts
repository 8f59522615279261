type Child = Node | string | null

/** An element with its attributes and children; texts are never parsed as markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  for (const child of children) if (child !== null) made.append(child)
  return made
}

export function byId(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`no #${id}`)
  return found
}

export const inputById = (id: string): HTMLInputElement => byId(id) as HTMLInputElement

export function replaceChildrenOf(parent: Element, ...children: readonly Child[]): void {
  parent.textContent = ''
  for (const child of children) if (child !== null) parent.append(child)
}

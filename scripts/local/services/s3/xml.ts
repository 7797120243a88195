export type Xml = string | number | boolean | undefined | Xml[] | { [name: string]: Xml }

/** An XML document with one root; a list becomes repeated elements, undefined becomes nothing. */
export const document = (root: string, content: Xml) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, content, ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"')}`

function element(name: string, content: Xml, attributes = ''): string {
  if (content === undefined) return ''
  if (Array.isArray(content)) return content.map((each) => element(name, each, attributes)).join('')
  const inner =
    typeof content === 'object'
      ? Object.entries(content)
          .map(([child, value]) => element(child, value))
          .join('')
      : escapeXml(String(content))
  return `<${name}${attributes}>${inner}</${name}>`
}

const escapeXml = (text: string) =>
  // Keys may contain control characters, which XML only allows as references.
  [...text]
    .map((each) => (/[<>&"]/.test(each) || each < ' ' ? `&#x${each.codePointAt(0)?.toString(16)};` : each))
    .join('')

/** The contents of all elements with a name, in order. For the two small documents that S3 receives, which nest no names. */
export const contents = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(([, inner = '']) => inner)

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

export const unescaped = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (entity, hex?: string, decimal?: string, name?: string) => {
    if (name) return entities[name] ?? entity
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal))
  })

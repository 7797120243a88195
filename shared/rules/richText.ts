import { isId } from '../ids.ts'
import { withProtocol } from './webAddresses.ts'

/**
 * Text from the editor: a tree of the nodes and marks listed here. Everything else that is sent is dropped, so that nothing else
 * is ever shown or mailed.
 */
export type Mark = { type: 'bold' | 'italic' | 'underline' | 'strike' } | { type: 'link'; href: string }
export type Inline = { type: 'text'; text: string; marks: Mark[] } | { type: 'hardBreak' }
export type Block =
  | { type: 'paragraph'; content: Inline[] }
  | { type: 'heading'; level: 1 | 2 | 3; content: Inline[] }
  | { type: 'bulletList'; items: Block[][] }
  | { type: 'orderedList'; start: number; items: Block[][] }
  | { type: 'blockquote'; content: Block[] }
  | { type: 'horizontalRule' }
  | { type: 'picture'; fileId: string; alt: string }

/** As the editor writes it, and as stored. */
export type RichText = { type: 'doc'; content: Record<string, unknown>[] }
export const noText: RichText = { type: 'doc', content: [] }

/** The longest text that can be sent, as JSON. */
export const longestText = 100_000
/** The table stores at most 32 levels of nesting, some of which surround the text. */
const maxLevels = 28
/** Whether a text is nested too deeply to be stored: six lists inside each other, for example. */
export const isTooNested = (text: unknown, room = maxLevels): boolean =>
  typeof text === 'object' &&
  text !== null &&
  (room === 0 || Object.values(text).some((each) => isTooNested(each, room - 1)))

/** The deepest nesting of lists and quotes; what is deeper is dropped. */
const deepest = 12

type Node = {
  type?: unknown
  text?: unknown
  content?: unknown
  marks?: unknown
  attrs?: { level?: unknown; href?: unknown; start?: unknown; fileId?: unknown; alt?: unknown } | null
}
const nodesIn = (content: unknown): Node[] =>
  Array.isArray(content)
    ? (content as unknown[]).filter((node): node is Node => typeof node === 'object' && !!node)
    : []

/** The blocks of a text, with only the permitted nodes. */
export const blocksOf = (text: RichText): Block[] => blocks(text.content, 0)

function blocks(content: unknown, depth: number): Block[] {
  return depth > deepest ? [] : nodesIn(content).flatMap((node) => block(node, depth))
}

function block({ type, content, attrs }: Node, depth: number): Block[] {
  switch (type) {
    case 'paragraph':
      return [{ type, content: inline(content) }]
    case 'heading': {
      const level = ([1, 2, 3] as const).find((each) => each === attrs?.level) ?? 3
      return [{ type, level, content: inline(content) }]
    }
    case 'bulletList':
      return [{ type, items: items(content, depth) }]
    case 'orderedList': {
      const start = attrs?.start
      const isPlace = typeof start === 'number' && Number.isInteger(start) && start >= 0 && start < 100_000
      return [{ type, start: isPlace ? start : 1, items: items(content, depth) }]
    }
    case 'blockquote':
      return [{ type, content: blocks(content, depth + 1) }]
    case 'horizontalRule':
      return [{ type }]
    case 'picture':
      return picture(attrs)
    default:
      return []
  }
}

/** A picture must be one of our own files: URLs of others are dropped. */
function picture(attrs: Node['attrs']): Block[] {
  const { fileId, alt } = attrs ?? {}
  if (typeof fileId !== 'string' || !isId('file', fileId)) return []
  return [{ type: 'picture', fileId, alt: typeof alt === 'string' ? visible(alt).slice(0, longestAlt) : '' }]
}

const items = (content: unknown, depth: number): Block[][] =>
  nodesIn(content)
    .filter(({ type }) => type === 'listItem')
    .map((item) => blocks(item.content, depth + 1))

function inline(content: unknown): Inline[] {
  return nodesIn(content).flatMap(({ type, text, marks }): Inline[] => {
    if (type === 'hardBreak') return [{ type }]
    if (type !== 'text' || typeof text !== 'string') return []
    const shownText = visible(text)
    return shownText === '' ? [] : [{ type, text: shownText, marks: nodesIn(marks).flatMap(mark) }]
  })
}

function mark({ type, attrs }: Node): Mark[] {
  switch (type) {
    case 'bold':
    case 'italic':
    case 'underline':
    case 'strike':
      return [{ type }]
    case 'link': {
      const href = typeof attrs?.href === 'string' ? linkTo(attrs.href) : undefined
      return href === undefined ? [] : [{ type, href }]
    }
    default:
      return []
  }
}

/** Without control characters and marks that change text direction. */
const visible = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\ufeff]/gu, (character) => (character === '\t' ? ' ' : ''))

const longestLink = 2000
/** The longest alternative text of a picture. */
export const longestAlt = 200

/**
 * A link's full URL: a web page, a mail address or a phone number; undefined for anything else. An address without `https://`
 * gets it.
 */
export function linkTo(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '' || text.length > longestLink || /[\p{Cc}\s<>"'`\\]/u.test(text)) return undefined
  if (/^(mailto:[^\s@]+@[^\s@]+|tel:[+\d().-]+)$/i.test(text)) return text
  const address = withProtocol(text)
  if (!/^https?:\/\//i.test(address)) return undefined
  try {
    const { protocol, hostname, username, password, href } = new URL(address)
    const isPlain = ['http:', 'https:'].includes(protocol) && username === '' && password === ''
    return isPlain && hostname.includes('.') ? href : undefined
  } catch {
    return undefined
  }
}

/** Inline content in runs with one link each, so that a link is judged by all of its words. */
export type Run = { href: string | undefined; parts: Inline[] }
export function runsOf(content: readonly Inline[]): Run[] {
  const runs: Run[] = []
  for (const part of content) {
    const link = part.type === 'text' ? part.marks.find((each) => each.type === 'link') : undefined
    const last = runs.at(-1)
    if (last && last.href === link?.href) last.parts.push(part)
    else runs.push({ href: link?.href, parts: [part] })
  }
  return runs
}

/** A link's host, if its words name another one; shown after them then. */
export function strangeHost({ href, parts }: Run): string | undefined {
  if (href === undefined || !/^https?:/i.test(href)) return undefined
  const host = new URL(href).hostname
  const text = parts.map((part) => (part.type === 'text' ? part.text : ' ')).join('')
  const hostNames = text.match(/(?:[\p{L}\p{N}-]+\s?[.\u3002\uff0e\uff61])+\s?\p{L}{2,}/gu) ?? []
  const isOtherHost = (name: string) => {
    const named = name.replaceAll(/\s/g, '').toLowerCase()
    return named !== host && host !== `www.${named}` && `www.${host}` !== named
  }
  return hostNames.some(isOtherHost) ? host : undefined
}

/** The files of a text's pictures, each once. */
export const picturesIn = (text: RichText): string[] => [...new Set(filesOf(blocksOf(text)))]

const filesOf = (all: readonly Block[]): string[] =>
  all.flatMap((each) => {
    switch (each.type) {
      case 'picture':
        return [each.fileId]
      case 'bulletList':
      case 'orderedList':
        return each.items.flatMap(filesOf)
      case 'blockquote':
        return filesOf(each.content)
      default:
        return []
    }
  })

/** A text without its pictures, which belong to the original email. */
export const withoutPictures = ({ type, content }: RichText): RichText => ({ type, content: picturesOff(content) })

const picturesOff = (nodes: readonly Record<string, unknown>[]): Record<string, unknown>[] =>
  nodes
    .filter((node) => node['type'] !== 'picture')
    .map((node) => ('content' in node ? { ...node, content: picturesOff(nodesIn(node['content'])) } : node))

/** The beginning of a text on one line, at most so many characters. */
export function excerptOf(text: RichText, max = 120): string {
  const plainText = toPlainText(blocksOf(text)).replaceAll(/\s+/gu, ' ').trim()
  const all = [...plainText]
  return all.length > max ? `${all.slice(0, max - 1).join('')}…` : plainText
}

/** Whether there is nothing to read in it. */
export const isEmptyText = (text: RichText): boolean => toPlainText(blocksOf(text)).trim() === ''

const inlineText = (content: readonly Inline[]): string =>
  runsOf(content)
    .map((run) => {
      const words = run.parts.map((part) => (part.type === 'text' ? part.text : '\n')).join('')
      if (run.href === undefined) return words
      const target = run.href.replace(/^(mailto|tel):/i, '')
      return words.trim() === target || `${words.trim()}/` === target ? target : `${words} (${target})`
    })
    .join('')

/** Plain text: lists with their markers, links after their words. */
export function toPlainText(all: readonly Block[], indent = ''): string {
  return all
    .map((each): string => {
      switch (each.type) {
        case 'paragraph':
        case 'heading':
          return indent + inlineText(each.content).replaceAll('\n', `\n${indent}`)
        case 'bulletList':
          return each.items.map((item) => entry('- ', item, indent)).join('\n')
        case 'orderedList':
          return each.items.map((item, i) => entry(`${each.start + i}. `, item, indent)).join('\n')
        case 'blockquote':
          return toPlainText(each.content, `${indent}> `)
        case 'horizontalRule':
          return `${indent}---`
        case 'picture':
          return `${indent}[${each.alt || '…'}]`
      }
    })
    .join('\n\n')
}

const entry = (sign: string, item: readonly Block[], indent: string): string => {
  const inner = indent + ' '.repeat(sign.length)
  return indent + sign + toPlainText(item, inner).slice(inner.length)
}

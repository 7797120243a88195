import { isId } from '../ids.ts'
import { wholeAddress } from './webAddresses.ts'

/**
 * What somebody wrote with the editor: a tree of the nodes and marks named here, as the editor has it. Whatever else is
 * sent is left out, so that nothing is ever shown or mailed that is not one of these.
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

/** As the editor writes it, and as it is kept. */
export type RichText = { type: 'doc'; content: Record<string, unknown>[] }
export const noText: RichText = { type: 'doc', content: [] }

/** The longest text that can be sent, as JSON. */
export const longestText = 100_000
/** The table keeps nothing that lies deeper than 32 levels, and what a text lies in takes some of them. */
const mostLevels = 28
/** Whether a text lies deeper than it can be kept: six lists in each other, say. */
export const isTooNested = (text: unknown, room = mostLevels): boolean =>
  typeof text === 'object' &&
  text !== null &&
  (room === 0 || Object.values(text).some((each) => isTooNested(each, room - 1)))

/** Lists in lists and quotes in quotes, at most so deep; what lies deeper is left out. */
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

/** The blocks of a text, and nothing that is not among what may be written. */
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

/** A picture is one of our own files: an address of one elsewhere is none. */
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
    const shown = visible(text)
    return shown === '' ? [] : [{ type, text: shown, marks: nodesIn(marks).flatMap(mark) }]
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

/** Without controls, and without marks that turn the direction of what stands beside them. */
const visible = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\ufeff]/gu, (found) => (found === '\t' ? ' ' : ''))

const longestLink = 2000
/** How long the words are that say what a picture shows, for who does not see it. */
export const longestAlt = 200

/**
 * Where a link leads, written in full: a page of the web, a mail address or a phone number; undefined for anything else. An
 * address without `https://` gets it.
 */
export function linkTo(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '' || text.length > longestLink || /[\p{Cc}\s<>"'`\\]/u.test(text)) return undefined
  if (/^(mailto:[^\s@]+@[^\s@]+|tel:[+\d().-]+)$/i.test(text)) return text
  const whole = wholeAddress(text)
  if (!/^https?:\/\//i.test(whole)) return undefined
  try {
    const { protocol, hostname, username, password, href } = new URL(whole)
    const isPlain = ['http:', 'https:'].includes(protocol) && username === '' && password === ''
    return isPlain && hostname.includes('.') ? href : undefined
  } catch {
    return undefined
  }
}

/** Inline content in runs of one link each, so that a link is judged by all the words that it stands under. */
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

/** The host that a link leads to, when the words that it stands under name another one; shown behind them then. */
export function strangeHost({ href, parts }: Run): string | undefined {
  if (href === undefined || !/^https?:/i.test(href)) return undefined
  const host = new URL(href).hostname
  const words = parts.map((part) => (part.type === 'text' ? part.text : ' ')).join('')
  const named = words.match(/(?:[\p{L}\p{N}-]+\s?[.\u3002\uff0e\uff61])+\s?\p{L}{2,}/gu) ?? []
  const isOther = (name: string) => {
    const bare = name.replaceAll(/\s/g, '').toLowerCase()
    return bare !== host && host !== `www.${bare}` && `www.${host}` !== bare
  }
  return named.some(isOther) ? host : undefined
}

/** The files of the pictures in a text, each once. */
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

/** A text without its pictures, which belong to the email that they came with. */
export const withoutPictures = ({ type, content }: RichText): RichText => ({ type, content: picturesOff(content) })

const picturesOff = (nodes: readonly Record<string, unknown>[]): Record<string, unknown>[] =>
  nodes
    .filter((node) => node['type'] !== 'picture')
    .map((node) => ('content' in node ? { ...node, content: picturesOff(nodesIn(node['content'])) } : node))

/** The beginning of a text on one line, at most so many characters. */
export function excerptOf(text: RichText, most = 120): string {
  const words = plainOf(blocksOf(text)).replaceAll(/\s+/gu, ' ').trim()
  const all = [...words]
  return all.length > most ? `${all.slice(0, most - 1).join('')}…` : words
}

/** Whether there is anything to read in it. */
export const isEmptyText = (text: RichText): boolean => plainOf(blocksOf(text)).trim() === ''

const wordsOf = (content: readonly Inline[]): string =>
  runsOf(content)
    .map((run) => {
      const words = run.parts.map((part) => (part.type === 'text' ? part.text : '\n')).join('')
      if (run.href === undefined) return words
      const shown = run.href.replace(/^(mailto|tel):/i, '')
      return words.trim() === shown || `${words.trim()}/` === shown ? shown : `${words} (${shown})`
    })
    .join('')

/** A text without its form: lists with their signs, links behind the words that they stand under. */
export function plainOf(all: readonly Block[], indent = ''): string {
  return all
    .map((each): string => {
      switch (each.type) {
        case 'paragraph':
        case 'heading':
          return indent + wordsOf(each.content).replaceAll('\n', `\n${indent}`)
        case 'bulletList':
          return each.items.map((item) => entry('- ', item, indent)).join('\n')
        case 'orderedList':
          return each.items.map((item, i) => entry(`${each.start + i}. `, item, indent)).join('\n')
        case 'blockquote':
          return plainOf(each.content, `${indent}> `)
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
  return indent + sign + plainOf(item, inner).slice(inner.length)
}

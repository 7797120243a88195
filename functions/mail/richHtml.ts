import { type Block, type Inline, type Mark, type Run, runsOf, strangeHost } from '#shared/rules/richText.ts'
import { escaped } from './message.ts'

/** The URL of a picture; undefined for a missing one. */
export type SourceOf = (fileId: string) => string | undefined

/** Rich text as HTML for a mail, rendered from its blocks, so that it contains only known elements. */
export const richHtml = (blocks: readonly Block[], source: SourceOf = () => undefined): string =>
  blocks.map((each) => block(each, source)).join('\n')

function block(each: Block, source: SourceOf): string {
  switch (each.type) {
    case 'paragraph':
      return `<p>${inline(each.content)}</p>`
    case 'heading':
      return `<h${each.level}>${inline(each.content)}</h${each.level}>`
    case 'bulletList':
      return `<ul>${items(each.items, source)}</ul>`
    case 'orderedList':
      return `<ol${each.start === 1 ? '' : ` start="${each.start}"`}>${items(each.items, source)}</ol>`
    case 'blockquote':
      return `<blockquote style="margin:0 0 0 8px;padding-left:12px;border-left:4px solid #8a94a0">${richHtml(each.content, source)}</blockquote>`
    case 'horizontalRule':
      return '<hr>'
    case 'picture':
      return picture(each, source(each.fileId))
  }
}

const picture = ({ alt }: { alt: string }, source: string | undefined) =>
  source === undefined
    ? `<p>[${escaped(alt || '…')}]</p>`
    : `<p><img src="${escaped(source)}" alt="${escaped(alt)}" style="max-width:100%;height:auto"></p>`

const items = (all: readonly Block[][], source: SourceOf) =>
  all.map((item) => `<li>${richHtml(item, source)}</li>`).join('')

const inline = (content: readonly Inline[]) => runsOf(content).map(run).join('')

function run(each: Run): string {
  const words = each.parts.map(part).join('')
  if (each.href === undefined) return words
  const host = strangeHost(each)
  return `<a href="${escaped(each.href)}" rel="noopener noreferrer">${words}</a>${host === undefined ? '' : ` (${escaped(host)})`}`
}

const tags = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const satisfies Partial<
  Record<Mark['type'], string>
>

function part(each: Inline): string {
  if (each.type === 'hardBreak') return '<br>'
  return each.marks.reduce((inner, mark) => {
    if (mark.type === 'link') return inner
    const tag = tags[mark.type]
    return `<${tag}>${inner}</${tag}>`
  }, escaped(each.text))
}

/** A mail as it is written: paragraphs of text, a few facts below each other, and perhaps one way to go on. */
export type Letter = {
  subject: string
  paragraphs: readonly string[]
  facts?: readonly (readonly [name: string, value: string])[]
  link?: { address: string; text: string } | undefined
  closing?: string
}

/** The letter as text and as HTML. Whatever stands in it is shown as the text it is. */
export function written({ paragraphs, facts = [], link, closing }: Letter): { text: string; html: string } {
  const text = [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(link ? [`${link.text}: ${link.address}`] : []),
    ...(closing ? [closing] : []),
  ].join('\n\n')
  const p = (inner: string) => `<p>${inner}</p>`
  const body = [
    ...paragraphs.map((paragraph) => p(escaped(paragraph))),
    ...(facts.length > 0
      ? [p(facts.map(([name, value]) => `${escaped(name)}: <strong>${escaped(value)}</strong>`).join('<br>'))]
      : []),
    ...(link ? [p(`<a href="${escaped(link.address)}">${escaped(link.text)}</a>`)] : []),
    ...(closing ? [p(escaped(closing))] : []),
  ].join('\n')
  return { text, html: `<!doctype html>\n<html lang="en"><meta charset="utf-8">\n<body>\n${body}\n</body></html>\n` }
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * What a stranger typed, fit to stand in a mail that comes from us: on one line, of at most 64 characters, without
 * anything that a mailbox would make a link of, or that turns the direction of what stands beside it.
 */
export const quoted = (text: string): string =>
  [
    ...text
      .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069:/\\@<>]+/gu, ' ')
      .replaceAll(/\.(?=\S)/g, '. ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, 64)
    .join('')

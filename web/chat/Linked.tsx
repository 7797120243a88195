import styles from './Chat.module.css'

/** A web address, without punctuation that ends the sentence after it. */
const address = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}]/giu

const nobody: readonly string[] = []

/**
 * Renders text with its web addresses as links, which open in a new tab and send no referrer, and with
 * mentioned names highlighted.
 */
export function Linked({ text, names = nobody }: { text: string; names?: readonly string[] }) {
  const parts: (string | { href: string; at: number })[] = []
  let end = 0
  for (const { 0: href, index } of text.matchAll(address)) {
    if (!URL.canParse(href)) continue
    parts.push(text.slice(end, index), { href, at: index })
    end = index + href.length
  }
  parts.push(text.slice(end))
  return parts.map((part, i) =>
    typeof part === 'string' ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text keep their order
      <Named key={i} text={part} names={names} />
    ) : (
      <a key={part.at + parts.length} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.href}
      </a>
    ),
  )
}

function Named({ text, names }: { text: string; names: readonly string[] }) {
  const first = names
    .map((name) => ({ name: `@${name}`, at: text.indexOf(`@${name}`) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at || b.name.length - a.name.length)[0]
  if (!first) return text
  return (
    <>
      {text.slice(0, first.at)}
      <strong className={styles.named}>{first.name}</strong>
      <Named text={text.slice(first.at + first.name.length)} names={names} />
    </>
  )
}

import styles from './Chat.module.css'

/** A web address, without punctuation that ends the sentence after it. */
const address = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}]/giu

const noNames: readonly string[] = []

/**
 * Renders text with its web addresses as links, which open in a new tab and send no referrer, and with
 * mentioned names highlighted.
 */
export function LinkedText({ text, names = noNames }: { text: string; names?: readonly string[] }) {
  const parts: (string | { href: string; position: number })[] = []
  let end = 0
  for (const { 0: href, index } of text.matchAll(address)) {
    if (!URL.canParse(href)) continue
    parts.push(text.slice(end, index), { href, position: index })
    end = index + href.length
  }
  parts.push(text.slice(end))
  return parts.map((part, i) =>
    typeof part === 'string' ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text keep their order
      <MentionText key={i} text={part} names={names} />
    ) : (
      <a key={part.position + parts.length} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.href}
      </a>
    ),
  )
}

function MentionText({ text, names }: { text: string; names: readonly string[] }) {
  const firstMention = names
    .map((name) => ({ name: `@${name}`, at: text.indexOf(`@${name}`) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at || b.name.length - a.name.length)[0]
  if (!firstMention) return text
  return (
    <>
      {text.slice(0, firstMention.at)}
      <strong className={styles.named}>{firstMention.name}</strong>
      <MentionText text={text.slice(firstMention.at + firstMention.name.length)} names={names} />
    </>
  )
}

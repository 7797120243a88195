/** An address on the web, without the mark that ends the sentence behind it. */
const address = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}]/giu

/** Text with its addresses as links: only to the web, opened apart, and telling the other side nothing about us. */
export function Linked({ text }: { text: string }) {
  const parts: (string | { href: string; at: number })[] = []
  let end = 0
  for (const { 0: href, index } of text.matchAll(address)) {
    if (!URL.canParse(href)) continue
    parts.push(text.slice(end, index), { href, at: index })
    end = index + href.length
  }
  parts.push(text.slice(end))
  return parts.map((part) =>
    typeof part === 'string' ? (
      part
    ) : (
      <a key={part.at} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.href}
      </a>
    ),
  )
}

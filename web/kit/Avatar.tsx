import { useState } from 'react'
import styles from './Avatar.module.css'
import { classes } from './classes.ts'

const colours = 8

/** First letters of the first and the last word: `Roshon van Eijma` is `RE`, `Riverside (Demo)` is `RD`, `Pelé` is `P`. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word = '') => /[\p{L}\p{N}]|\p{Extended_Pictographic}/u.exec(word)?.[0] ?? '',
  )
  return letters.join('').toLocaleUpperCase() || '?'
}

/** Maps an id or name to one of the `--avatar-N` tokens, so that a person has the same colour everywhere. */
export const colourOf = (key: string): number =>
  [...key].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % colours

/**
 * A person's picture, or their initials on their colour when there is none or it fails to load. Decorative: the name stands next
 * to it, so it is hidden from screen readers.
 */
export function Avatar({
  name,
  id = name,
  url,
  size = 'medium',
}: {
  name: string
  id?: string
  url?: string | null | undefined
  size?: 'small' | 'medium' | 'large' | 'huge'
}) {
  const [missing, setMissing] = useState<string>()
  return (
    <span className={classes(styles.avatar, styles[size], styles[`colour${colourOf(id)}`])} aria-hidden="true">
      {initialsOf(name)}
      {/* Covers the initials once it has loaded. */}
      {url && url !== missing && <img src={url} alt="" onError={() => setMissing(url)} />}
    </span>
  )
}

import type { AnswerOf } from '../api.ts'
import { useTexts } from '../i18n.ts'
import styles from './Academy.module.css'
import type { TAGS } from './place.ts'
import english from './texts.en.json'

type Props = {
  tags: AnswerOf<typeof TAGS>['tags']
  value: readonly string[]
  onChange: (tags: readonly string[]) => void
}

/** The tags of a club: only what has all that are chosen is shown. */
export function TagFilter({ tags, value, onChange }: Props) {
  const t = useTexts('academy', english)
  if (tags.length === 0) return null
  return (
    <div className={styles.tags} role="group" aria-label={t('tags')}>
      {tags.slice(0, 20).map(({ id, tag }) => {
        const isOn = value.includes(id)
        return (
          <button
            key={id}
            type="button"
            className={styles.tag}
            aria-pressed={isOn}
            onClick={() => onChange(isOn ? value.filter((each) => each !== id) : [...value, id])}
          >
            {tag}
          </button>
        )
      })}
    </div>
  )
}

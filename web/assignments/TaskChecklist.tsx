import type { TodoLine } from '#shared/rules/tasks.ts'
import { useTexts } from '../i18n.ts'
import { Checkbox } from '../kit/Checkbox.tsx'
import styles from './Assignments.module.css'
import english from './texts.en.json'
import type { useAnswering } from './useAnswering.ts'

type Props = { lines: readonly TodoLine[]; answering: ReturnType<typeof useAnswering> }

/** A to-do list: each tick is saved, and the last one completes the task. */
export function TaskChecklist({ lines, answering }: Props) {
  const t = useTexts('assignments', english)
  const { response, change } = answering
  function toggleLine(id: string, on: boolean) {
    const doneLines = on ? [...response.lines, id] : response.lines.filter((each) => each !== id)
    change({ response: { ...response, lines: doneLines }, done: lines.every((line) => doneLines.includes(line.id)) })
  }
  return (
    <ul className={styles.plain} aria-label={t('task')}>
      {lines.map(({ id, text, link }) => (
        <li key={id}>
          <Checkbox
            label={text}
            value={response.lines.includes(id)}
            onChange={(on) => toggleLine(id, on)}
            hint={
              link && (
                <a href={link} target="_blank" rel="noreferrer">
                  {t('openLink')}
                </a>
              )
            }
          />
        </li>
      ))}
    </ul>
  )
}

import { useRef } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from './Button.tsx'
import { numberText } from './format.ts'
import styles from './Paging.module.css'
import english from './texts.en.json'
import { useFocusOnRemoval } from './useFocusOnRemoval.ts'

const reached = 'a[href], button, input, select, textarea, [tabindex="0"]'

/** The last thing before it that keys reach: where a list ends that is above it. */
function endAbove(box: HTMLElement | null): HTMLElement | null {
  const around = box?.closest('[role="dialog"], main')
  const isAbove = (each: Node) =>
    box !== null && (box.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING) > 0
  return [...(around?.querySelectorAll<HTMLElement>(reached) ?? [])].findLast(isAbove) ?? null
}

type Props = { shown: number; total?: number; busy?: boolean; load: () => void }
/**
 * Below a list that comes in parts: how much of it stands here, of how much where that is known, and the next part. With the last
 * part it goes, and by keyboard one goes on to the first row of that part.
 */
export function LoadMore({ shown, total, busy, load }: Props) {
  const t = useTexts('kit', english)
  const end = useRef<HTMLElement>(null)
  const box = useFocusOnRemoval(end)
  function next(): void {
    end.current = endAbove(box.current)
    load()
  }
  return (
    <div ref={box} className={styles.more}>
      <p role="status" className={styles.count}>
        {total === undefined
          ? t('shown', { shown: numberText(shown) })
          : t('ofTotal', { done: numberText(shown), total: numberText(total) })}
      </p>
      <Button onClick={next} busy={busy ?? false}>
        {t('showMore')}
      </Button>
    </div>
  )
}

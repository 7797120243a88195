import { useRef } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from './Button.tsx'
import { numberText } from './format.ts'
import styles from './Paging.module.css'
import english from './texts.en.json'
import { useFocusOnRemoval } from './useFocusOnRemoval.ts'

const reached = 'a[href], button, input, select, textarea, [tabindex="0"]'

/** The last focusable element before the box: the end of the list above it. */
function endAbove(box: HTMLElement | null): HTMLElement | null {
  const around = box?.closest('[role="dialog"], main')
  const isAbove = (each: Node) =>
    box !== null && (box.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING) > 0
  return [...(around?.querySelectorAll<HTMLElement>(reached) ?? [])].findLast(isAbove) ?? null
}

type Props = { shown: number; total?: number; busy?: boolean; load: () => void }
/**
 * "Show more" below a paged list, with how many items are shown, of how many if known. It disappears with the last page; keyboard
 * focus then moves to the end of the list as it was, so that Tab continues with that page's first row.
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

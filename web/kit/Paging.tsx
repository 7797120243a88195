import { useRef } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from './Button.tsx'
import { numberText } from './format.ts'
import styles from './Paging.module.css'
import english from './texts.en.json'
import { useFocusOnRemoval } from './useFocusOnRemoval.ts'

const focusableSelector = 'a[href], button, input, select, textarea, [tabindex="0"]'

/** The last focusable element before the box: the end of the list above it. */
function lastFocusableAbove(box: HTMLElement | null): HTMLElement | null {
  const container = box?.closest('[role="dialog"], main')
  const isAbove = (each: Node) =>
    box !== null && (box.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING) > 0
  return [...(container?.querySelectorAll<HTMLElement>(focusableSelector) ?? [])].findLast(isAbove) ?? null
}

type Props = { shown: number; total?: number; busy?: boolean; load: () => void }
/**
 * "Show more" below a paged list, with how many items are shown, of how many if known. It disappears with the last page; keyboard
 * focus then moves to the end of the list as it was, so that Tab continues with that page's first row.
 */
export function LoadMore({ shown, total, busy, load }: Props) {
  const t = useTexts('kit', english)
  const focusTarget = useRef<HTMLElement>(null)
  const box = useFocusOnRemoval(focusTarget)
  function loadNext(): void {
    focusTarget.current = lastFocusableAbove(box.current)
    load()
  }
  return (
    <div ref={box} className={styles.more}>
      <p role="status" className={styles.count}>
        {total === undefined
          ? t('shown', { shown: numberText(shown) })
          : t('ofTotal', { done: numberText(shown), total: numberText(total) })}
      </p>
      <Button onClick={loadNext} busy={busy ?? false}>
        {t('showMore')}
      </Button>
    </div>
  )
}

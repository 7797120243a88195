import { type FocusEvent, type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Button, IconButton } from '../kit/Button.tsx'
import { useOpenDialog } from '../kit/openDialogs.ts'
import { CloseIcon } from '../kit/icons.tsx'
import { Kit } from '../kit/Kit.tsx'
import { Tour as KitTour } from '../kit/Tour.ts'
import { elementOf, type Step } from './steps.ts'
import styles from './Tour.module.css'
import { useRect } from './useRect.ts'
import english from './texts.en.json'

type Props = { steps: Step[]; opened: boolean; end: (finished: boolean) => void }

/** The steps of a walkthrough, each beside its target. Only Done finishes it; everything else closes it. */
export function Tour({ steps, opened, end }: Props) {
  const t = useTexts('walkthrough', english)
  // First rendered closed: on opening, the UI kit remembers which element gets the focus back.
  const shown = useDeferredValue(opened, false)
  const [at, setAt] = useState(0)
  const [before, setBefore] = useState(steps)
  if (steps !== before) {
    setBefore(steps)
    setAt(0)
  }
  const step = steps[at]
  const element = shown && step ? elementOf(step.target) : null
  const rect = useRect(element)
  useEffect(() => {
    // Navigation bars are always in view.
    if (element?.closest('main')) element.scrollIntoView({ block: 'center' })
  }, [element])
  return (
    <Kit>
      <KitTour.Root
        active={shown}
        stepsCount={steps.length}
        step={at}
        onClose={() => end(false)}
        labels={{ stepCounter: (step, count) => t('stepOf', { step, count }) }}
        closeOnOverlayClick
        // Past the last step the kit's arrow keys would close it.
        withKeyboardNavigation={false}
        spotlightPadding={4}
        spotlightRadius={12}
        overlayColor="var(--backdrop)"
        // Above navigation and footer, below messages.
        zIndex="var(--z-tour)"
      >
        <KitTour.Overlay targetRect={rect} />
        {/* Keyed by step: screen readers announce each as its own dialog, and the kit does not follow a changed target. */}
        {step && (
          <StepCard key={step.says} step={step} element={element} at={at} count={steps.length} go={setAt} end={end} />
        )}
      </KitTour.Root>
    </Kit>
  )
}

type CardProps = { step: Step; element: Element | null; at: number; count: number; go: (to: number) => void } & Pick<
  Props,
  'end'
>

function StepCard({ step, element, at, count, go, end }: CardProps) {
  const t = useTexts('walkthrough', english)
  const id = useId()
  const last = at === count - 1
  useOpenDialog(true)
  const onward = useRef<HTMLButtonElement>(null)
  // Lets Enter step through the whole tour.
  useEffect(() => onward.current?.focus({ preventScroll: true }), [])
  function turn({ key }: KeyboardEvent) {
    if (key === 'ArrowRight' && !last) go(at + 1)
    if (key === 'ArrowLeft' && at > 0) go(at - 1)
  }
  /** The kit moves focus to the start of the dialog, which is not a button. */
  function goOn({ target }: FocusEvent<HTMLElement>) {
    if (!target.matches('button')) onward.current?.focus({ preventScroll: true })
  }
  return (
    <KitTour.Tooltip
      mounted
      // The kit expects an HTMLElement; targets are never SVG.
      targetElement={element as HTMLElement | null}
      className={styles.step}
      transitionProps={{ duration: 150 }}
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onKeyDown={turn}
      onFocus={goOn}
    >
      <p className={styles.count}>{t('stepOf', { step: at + 1, count })}</p>
      <h2 id={`${id}-title`} className={styles.title}>
        {t(`${step.says}Title`)}
      </h2>
      <p id={`${id}-text`}>{t(`${step.says}Text`)}</p>
      <div className={styles.foot}>
        <Button kind="quiet" onClick={() => end(false)}>
          {t('skip')}
        </Button>
        {at > 0 && <Button onClick={() => go(at - 1)}>{t('back')}</Button>}
        <Button kind="primary" ref={onward} onClick={() => (last ? end(true) : go(at + 1))}>
          {last ? t('done') : t('next')}
        </Button>
      </div>
      <IconButton label={t('close')} className={styles.close} onClick={() => end(false)}>
        <CloseIcon size={20} />
      </IconButton>
    </KitTour.Tooltip>
  )
}

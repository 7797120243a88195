import {
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTexts } from '../i18n.ts'
import { Button, IconButton } from '../kit/Button.tsx'
import { useCloseForOthers, useOpenDialog } from '../kit/openDialogs.ts'
import { CloseIcon } from '../kit/icons.tsx'
import { Kit } from '../kit/Kit.tsx'
import { Tour as KitTour } from '../kit/Tour.ts'
import { findTarget, type Step } from './steps.ts'
import styles from './Tour.module.css'
import { useRect } from './useRect.ts'
import english from './texts.en.json'

type Props = { steps: Step[]; opened: boolean; onEnd: (finished: boolean) => void }

/** The steps of a walkthrough, each beside its target. Only Done finishes it; everything else closes it. */
export function Tour({ steps, opened, onEnd }: Props) {
  const t = useTexts('walkthrough', english)
  // First rendered closed: on opening, the UI kit remembers which element gets the focus back.
  const isActive = useDeferredValue(opened, false)
  const [stepIndex, setStepIndex] = useState(0)
  const [previousSteps, setPreviousSteps] = useState(steps)
  if (steps !== previousSteps) {
    setPreviousSteps(steps)
    setStepIndex(0)
  }
  const step = steps[stepIndex]
  const element = isActive && step ? findTarget(step.target) : null
  const rect = useRect(element)
  useEffect(() => {
    // Navigation bars are always in view.
    if (element?.closest('main')) element.scrollIntoView({ block: 'center' })
  }, [element])
  return (
    <Kit>
      <KitTour.Root
        active={isActive}
        stepsCount={steps.length}
        step={stepIndex}
        onClose={() => onEnd(false)}
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
          <StepCard
            key={step.textPrefix}
            step={step}
            element={element}
            stepIndex={stepIndex}
            count={steps.length}
            goToStep={setStepIndex}
            onEnd={onEnd}
          />
        )}
      </KitTour.Root>
    </Kit>
  )
}

type CardProps = {
  step: Step
  element: Element | null
  stepIndex: number
  count: number
  goToStep: (to: number) => void
} & Pick<Props, 'onEnd'>

function StepCard({ step, element, stepIndex, count, goToStep, onEnd }: CardProps) {
  const t = useTexts('walkthrough', english)
  const id = useId()
  const isLast = stepIndex === count - 1
  // A dialog that was still loading when the walkthrough began would be covered by it.
  const close = useCallback(() => onEnd(false), [onEnd])
  useCloseForOthers(useOpenDialog(true), close)
  const nextButton = useRef<HTMLButtonElement>(null)
  // Lets Enter step through the whole tour.
  useEffect(() => nextButton.current?.focus({ preventScroll: true }), [])
  function onArrowKey({ key }: KeyboardEvent) {
    if (key === 'ArrowRight' && !isLast) goToStep(stepIndex + 1)
    if (key === 'ArrowLeft' && stepIndex > 0) goToStep(stepIndex - 1)
  }
  /** The kit moves focus to the start of the dialog, which is not a button. */
  function focusNextButton({ target }: FocusEvent<HTMLElement>) {
    if (!target.matches('button')) nextButton.current?.focus({ preventScroll: true })
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
      onKeyDown={onArrowKey}
      onFocus={focusNextButton}
    >
      <p className={styles.count}>{t('stepOf', { step: stepIndex + 1, count })}</p>
      <h2 id={`${id}-title`} className={styles.title}>
        {t(`${step.textPrefix}Title`)}
      </h2>
      <p id={`${id}-text`}>{t(`${step.textPrefix}Text`)}</p>
      <div className={styles.foot}>
        <Button kind="quiet" onClick={() => onEnd(false)}>
          {t('skip')}
        </Button>
        {stepIndex > 0 && <Button onClick={() => goToStep(stepIndex - 1)}>{t('back')}</Button>}
        <Button kind="primary" ref={nextButton} onClick={() => (isLast ? onEnd(true) : goToStep(stepIndex + 1))}>
          {isLast ? t('done') : t('next')}
        </Button>
      </div>
      <IconButton label={t('close')} className={styles.close} onClick={() => onEnd(false)}>
        <CloseIcon size={20} />
      </IconButton>
    </KitTour.Tooltip>
  )
}

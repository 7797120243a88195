import { useTexts } from '../i18n.ts'
import { CheckIcon } from './icons.tsx'
import styles from './Stepper.module.css'
import english from './texts.en.json'

type Props = {
  /** The goal of the steps: "Create a registration". */
  label: string
  steps: readonly { key: string; label: string; done: boolean }[]
  current: string
  /** Goes to a step that is already done, before or after the current one. */
  go: (key: string) => void
}

/** The progress through several steps: all of them on laptops; on phones the current one, the count and a bar. */
export function Stepper({ label, steps, current, go }: Props) {
  const t = useTexts('kit', english)
  const currentIndex = steps.findIndex(({ key }) => key === current)
  return (
    <nav aria-label={label} className={styles.stepper}>
      <div className={styles.short}>
        <p>
          <span className={styles.count}>{t('stepOf', { step: currentIndex + 1, count: steps.length })}</span>{' '}
          <strong>{steps[currentIndex]?.label}</strong>
        </p>
        <progress max={steps.length} value={currentIndex + 1} aria-label={label} />
      </div>
      <ol className={styles.steps}>
        {steps.map((step, index) => {
          const content = (
            <>
              <span className={styles.number} aria-hidden="true">
                {step.done && index !== currentIndex ? <CheckIcon size={16} /> : index + 1}
              </span>
              {step.label}
            </>
          )
          const isReachable = index !== currentIndex && (step.done || index < currentIndex)
          return (
            <li key={step.key} aria-current={index === currentIndex ? 'step' : undefined} className={styles.step}>
              {isReachable ? (
                <button type="button" onClick={() => go(step.key)}>
                  {content}
                  <span className="visually-hidden">{t('stepDone')}</span>
                </button>
              ) : (
                <span>{content}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../Button.tsx'
import { classes } from '../classes.ts'
import { Failure } from '../Failure.tsx'
import english from '../texts.en.json'
import styles from './Form.module.css'
import type { KitForm } from './useForm.ts'

type Props = {
  of: KitForm
  /** The label of the submit button, in a word or two: "Save". */
  submit: string
  /** Further actions, shown before the submit button. */
  actions?: ReactNode
  /** Why it cannot be submitted. */
  disabledReason?: string | undefined
  className?: string
  children: ReactNode
  'aria-label'?: string
  'aria-labelledby'?: string
}

/** Ignores React events that bubble from a dialog opened within the form, whose DOM is elsewhere on the page. */
const isOwn = ({ target, currentTarget }: SyntheticEvent<HTMLFormElement>): boolean =>
  target instanceof Node && currentTarget.contains(target)

/**
 * The fields of a `useForm` and its actions: at the foot of the screen on phones, below the fields on laptops. Enter submits it,
 * from a text area with Ctrl or Cmd.
 */
export function Form({ of, submit, actions, disabledReason, className, children, ...ariaProps }: Props) {
  const t = useTexts('kit', english)
  const { node, restored, problem, saving, confirmAndDiscard: throwAway, submit: submitForm } = of
  const submitByKeys = (event: KeyboardEvent<HTMLFormElement>) => {
    const isSubmitKey = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (isSubmitKey && isOwn(event) && disabledReason === undefined) void submitForm(event)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut for its submit button
    <form
      {...ariaProps}
      ref={node}
      className={classes(styles.form, className)}
      noValidate
      onSubmit={(event) => isOwn(event) && void submitForm(event)}
      onKeyDown={submitByKeys}
    >
      {restored && (
        <p className={styles.restored} role="status">
          {t('draftKept')}
          <Button kind="quiet" onClick={() => void throwAway()}>
            {t('draftAway')}
          </Button>
        </p>
      )}
      {children}
      <div className={styles.actions}>
        {problem && <Failure text={problem} className={styles.problem} />}
        {actions}
        <Button kind="primary" type="submit" busy={saving} disabledReason={disabledReason}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

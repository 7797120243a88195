import { useEffect, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { askInOwnRoot } from './askInOwnRoot.tsx'
import { Button } from './Button.tsx'
import styles from './ConfirmDialog.module.css'
import { DialogBox } from './DialogBox.tsx'
import { AlertIcon, RetryIcon } from './icons.tsx'
import english from './texts.en.json'

export type Question = {
  /** The question itself: "Archive U12 Falcons?" */
  title: string
  /** What will be lost or will happen, as a sentence, or as several, one per line. */
  lost: string | readonly string[]
  /** How long and where it can be restored; without it the dialog says that it cannot be undone. `null` if nothing is lost. */
  kept?: string | null
  /** The action in a word or two: "Archive". */
  yes: string
  no?: string
  /** `primary` if nothing is lost. */
  kind?: 'danger' | 'primary'
}

/** Resolves to undefined if the dialog was dismissed without an answer. */
export const askInDialog = (question: Question): Promise<boolean | undefined> =>
  askInOwnRoot((answer) => <ConfirmDialog question={question} answer={answer} />)

type Props = { question: Question; answer: (yes: boolean | undefined) => void }

function ConfirmDialog({ question, answer }: Props) {
  const t = useTexts('kit', english)
  const [opened, setOpened] = useState(true)
  const { title, lost, kept, yes, no = t('cancel'), kind = 'danger' } = question
  function closeWith(result?: boolean) {
    if (!opened) return
    setOpened(false)
    answer(result)
  }
  // Navigating back leaves the screen that asked, so it dismisses the question too.
  useEffect(() => {
    const onPopState = () => closeWith()
    window.addEventListener('popstate', onPopState)
    return () => window.removeEventListener('popstate', onPopState)
  })
  return (
    <DialogBox
      opened={opened}
      close={() => closeWith()}
      title={title}
      shape="ask"
      foot={
        <>
          <Button data-autofocus onClick={() => closeWith(false)}>
            {no}
          </Button>
          <Button kind={kind} onClick={() => closeWith(true)}>
            {yes}
          </Button>
        </>
      }
    >
      <div className={styles.facts}>
        <div className={styles.lost}>
          {kind === 'danger' && <AlertIcon size={20} />}
          {typeof lost === 'string' ? (
            <p>{lost}</p>
          ) : (
            <ul>
              {lost.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </div>
        {kept !== null && (
          <p className={styles.kept}>
            {kept && <RetryIcon size={20} />}
            {kept ?? t('lostForGood')}
          </p>
        )}
      </div>
    </DialogBox>
  )
}

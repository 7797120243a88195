import { useEffect, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { askBeside } from './askBeside.tsx'
import { Button } from './Button.tsx'
import styles from './ConfirmDialog.module.css'
import { DialogBox } from './DialogBox.tsx'
import { AlertIcon, RetryIcon } from './icons.tsx'
import english from './texts.en.json'

export type Question = {
  /** The question itself: "Archive U12 Falcons?" */
  title: string
  /** What will be lost or will happen, in a sentence; or in several, a line each. */
  lost: string | readonly string[]
  /** How long and where it can be brought back; without it the dialog says that it cannot be. `null` for what loses nothing. */
  kept?: string | null
  /** The act in a word or two: "Archive". */
  yes: string
  no?: string
  /** Plain for what loses nothing. */
  kind?: 'danger' | 'primary'
}

/** Undefined where the question was left without an answer. */
export const askInDialog = (question: Question): Promise<boolean | undefined> =>
  askBeside((answer) => <ConfirmDialog question={question} answer={answer} />)

type Props = { question: Question; answer: (yes: boolean | undefined) => void }

function ConfirmDialog({ question, answer }: Props) {
  const t = useTexts('kit', english)
  const [opened, setOpened] = useState(true)
  const { title, lost, kept, yes, no = t('cancel'), kind = 'danger' } = question
  function end(said?: boolean) {
    if (!opened) return
    setOpened(false)
    answer(said)
  }
  // Whoever goes back leaves the question with the screen that asked it.
  useEffect(() => {
    const left = () => end()
    window.addEventListener('popstate', left)
    return () => window.removeEventListener('popstate', left)
  })
  return (
    <DialogBox
      opened={opened}
      close={() => end()}
      title={title}
      shape="ask"
      foot={
        <>
          <Button data-autofocus onClick={() => end(false)}>
            {no}
          </Button>
          <Button kind={kind} onClick={() => end(true)}>
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

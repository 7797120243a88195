import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import styles from './Chat.module.css'
import { type QueuedMessage, refusalText } from './messageQueue.ts'
import texts from './texts.en.json'

type Props = {
  queued: readonly QueuedMessage[]
  resend: (messageSid: string) => void
  dropMessage: (messageSid: string) => void
}

/** Queued messages, and refused ones with the reason. */
export function QueuedMessages({ queued, resend, dropMessage }: Props) {
  const t = useTexts('chat', texts)
  if (queued.length === 0) return null
  return (
    <ul aria-label={t('unsent')}>
      {queued.map(({ messageSid, text, files = [], event, refused, refusedCode }) => (
        <li key={messageSid} className={classes(styles.message, styles.mine)}>
          <div className={classes(styles.bubble, styles.pending)}>
            <p className={styles.text} dir="auto">
              {text || files.map(({ name }) => name).join(', ') || event?.name}
            </p>
            <p className={styles.meta}>{refused === undefined ? t('waits') : refusalText({ refused, refusedCode })}</p>
            {refused !== undefined && (
              <div className={styles.choices}>
                <Button kind="quiet" flush onClick={() => resend(messageSid)}>
                  {t('sendAgain')}
                </Button>
                <Button kind="quiet" onClick={() => dropMessage(messageSid)}>
                  {t('drop')}
                </Button>
              </div>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

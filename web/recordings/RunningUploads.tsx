import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { sizeText } from '../kit/format.ts'
import { Progress } from '../kit/Progress.tsx'
import { clearUploads, useUploads } from '../files/uploads.ts'
import styles from './Recordings.module.css'
import english from './texts.en.json'
import { uploadsOfRecordings } from './useUploadRecording.ts'

/** Running uploads of films, each with its progress and buttons to cancel or resume. */
export function RunningUploads() {
  const t = useTexts('recordings', english)
  const uploads = useUploads(uploadsOfRecordings).filter(({ state }) => state !== 'done')
  if (uploads.length === 0) return null
  return (
    <Card aria-label={t('onTheirWay')}>
      <ul className={styles.lines}>
        {uploads.map(({ id, name, size, sent, state, problem, cancel, retry }) => (
          <li key={id}>
            {state === 'sending' ? (
              <Progress label={t('sending', { name })} done={sent} total={size} format={sizeText} cancel={cancel} />
            ) : (
              <div className={styles.line}>
                <span className={styles.about} role="alert">
                  {t(state === 'failed' ? 'notSent' : 'cancelled', { name })} {problem && problemText(problem)}
                </span>
                {retry && (
                  <Button kind="quiet" onClick={retry}>
                    {t('goOn')}
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {uploads.every(({ state }) => state !== 'sending') && (
        <Button kind="quiet" onClick={() => clearUploads(uploadsOfRecordings)}>
          {t('clear')}
        </Button>
      )}
    </Card>
  )
}

import { useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { CheckIcon } from '../ui/icons.tsx'
import { AskForm } from './AskForm.tsx'
import styles from './Beneath.module.css'
import texts from './texts.en.json'

/** For whoever misses a player: asks the coach, by e-mail address, to be let in. */
export function AskAccess() {
  const t = useTexts('today', texts)
  const [open, setOpen] = useState(false)
  const [told, setTold] = useState<string>()
  const id = useId()
  const opener = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // Focus goes back to where the form was opened from.
    if (wasOpen.current && !open) opener.current?.querySelector('button')?.focus()
    wasOpen.current = open
  }, [open])
  return (
    <Card aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('notListed')}
      </h2>
      <p className={styles.sent} role="status">
        {told && (
          <>
            <CheckIcon size={20} />
            {told}
          </>
        )}
      </p>
      {open ? (
        <AskForm
          onSent={(message) => {
            setTold(message)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      ) : (
        <div ref={opener} className={styles.ask}>
          {!told && <p className={styles.hint}>{t('notListedHint')}</p>}
          <Button
            onClick={() => {
              setTold(undefined)
              setOpen(true)
            }}
          >
            {told ? t('askAgain') : t('askAccess')}
          </Button>
        </div>
      )}
    </Card>
  )
}

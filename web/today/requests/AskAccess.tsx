import { useEffect, useId, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { cacheKey } from '../../api.ts'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { Card } from '../../kit/Card.tsx'
import { CheckIcon } from '../../kit/icons.tsx'
import { AskForm } from './AskForm.tsx'
import { MyRequests } from './MyRequests.tsx'
import styles from './Requests.module.css'
import english from '../texts.en.json'

type Props = {
  about: 'player' | 'team'
  heading: 'h2' | 'h3'
  /** See `AskForm`. */
  failure?: string
}

const texts = {
  player: { title: 'notListed', hint: 'notListedHint', ask: 'askAccess' },
  team: { title: 'teamNotListed', hint: 'teamNotListedHint', ask: 'askTeamAccess' },
} as const

/** For users who miss a player or a team: asks the coach for access, by email address. */
export function AskAccess({ about, heading: Heading, failure }: Props) {
  const t = useTexts('today', english)
  const [open, setOpen] = useState(false)
  const [told, setTold] = useState<string>()
  const id = useId()
  const { mutate } = useSWRConfig()
  const opener = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // Return focus to the button that opened the form.
    if (wasOpen.current && !open) opener.current?.querySelector('button')?.focus()
    wasOpen.current = open
  }, [open])
  return (
    <Card aria-labelledby={id}>
      <Heading id={id} className={styles.title}>
        {t(texts[about].title)}
      </Heading>
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
          about={about}
          failure={failure}
          onSent={(message) => {
            void mutate(cacheKey('GET /rest-api/today/my-requests', {}))
            setTold(message)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      ) : (
        <div ref={opener} className={styles.ask}>
          {!told && <p className={styles.hint}>{t(texts[about].hint)}</p>}
          <Button
            onClick={() => {
              setTold(undefined)
              setOpen(true)
            }}
          >
            {told ? t('askAgain') : t(texts[about].ask)}
          </Button>
        </div>
      )}
      <MyRequests />
    </Card>
  )
}

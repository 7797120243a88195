import { useEffect, useId, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { cacheKey } from '../../api.ts'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { Card } from '../../kit/Card.tsx'
import { CheckIcon } from '../../kit/icons.tsx'
import { RequestForm } from './RequestForm.tsx'
import { MyRequests } from './MyRequests.tsx'
import styles from './Requests.module.css'
import english from '../texts.en.json'

type Props = {
  about: 'player' | 'team'
  heading: 'h2' | 'h3'
  /** See `AskForm`. */
  failure?: string
}

const textKeys = {
  player: { title: 'notListed', hint: 'notListedHint', ask: 'askAccess' },
  team: { title: 'teamNotListed', hint: 'teamNotListedHint', ask: 'askTeamAccess' },
} as const

/** For users who miss a player or a team: asks the coach for access, by email address. */
export function RequestAccess({ about, heading: Heading, failure }: Props) {
  const t = useTexts('today', english)
  const [isOpen, setIsOpen] = useState(false)
  const [sentMessage, setSentMessage] = useState<string>()
  const id = useId()
  const { mutate } = useSWRConfig()
  const opener = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // Return focus to the button that opened the form.
    if (wasOpen.current && !isOpen) opener.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <Card aria-labelledby={id}>
      <Heading id={id} className={styles.title}>
        {t(textKeys[about].title)}
      </Heading>
      <p className={styles.sent} role="status">
        {sentMessage && (
          <>
            <CheckIcon size={20} />
            {sentMessage}
          </>
        )}
      </p>
      {isOpen ? (
        <RequestForm
          about={about}
          failure={failure}
          onSent={(message) => {
            void mutate(cacheKey('GET /rest-api/today/my-requests', {}))
            setSentMessage(message)
            setIsOpen(false)
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : (
        <div ref={opener} className={styles.ask}>
          {!sentMessage && <p className={styles.hint}>{t(textKeys[about].hint)}</p>}
          <Button
            onClick={() => {
              setSentMessage(undefined)
              setIsOpen(true)
            }}
          >
            {sentMessage ? t('askAgain') : t(textKeys[about].ask)}
          </Button>
        </div>
      )}
      <MyRequests />
    </Card>
  )
}

import { useEffect, useId, useRef } from 'react'
import { useProblemText, useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { Card } from '../../kit/Card.tsx'
import { showSnackbar } from '../../kit/Snackbar.tsx'
import { dayText, readerZone } from '../../kit/format.ts'
import styles from './Requests.module.css'
import texts from '../texts.en.json'
import type { Requests } from '../useNotifications.ts'
import { useDelayedRemoval } from './useDelayedRemoval.ts'

type Props = { requests: Requests; forget: (id: string) => void }

/** Who asks a coach to be let in: for whom, since when, and where to answer. */
export function RequestCards({ requests, forget }: Props) {
  const t = useTexts('today', texts)
  const sayProblem = useProblemText()
  const list = useRef<HTMLUListElement>(null)
  const { isOff, takeOff, undo, hold, release } = useDelayedRemoval({
    gone: (id) => {
      // Whoever stands on the card that goes stays among the cards.
      if (list.current?.contains(document.activeElement)) list.current.focus()
      forget(id)
    },
    failed: (problem) =>
      problem.told || showSnackbar({ text: `${t('requestStays')} ${sayProblem(problem)}`, tone: 'danger' }),
  })
  if (requests.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t('requests')} ref={list} tabIndex={-1}>
      {requests.map((request) =>
        isOff(request.id) ? (
          <TakenOff
            key={request.id}
            name={request.from.name || t('somebody')}
            onUndo={() => undo(request.id)}
            onHold={() => hold(request.id)}
            onRelease={() => release(request.id)}
          />
        ) : (
          <RequestCard key={request.id} request={request} onDone={() => takeOff(request.id)} />
        ),
      )}
    </ul>
  )
}

function RequestCard({ request, onDone }: { request: Requests[number]; onDone: () => void }) {
  const { from, playerName, teamName, askedAt } = request
  const t = useTexts('today', texts)
  const id = useId()
  return (
    <Card as="li" aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('asks', { name: from.name || t('somebody') })}
      </h2>
      <dl className={styles.facts}>
        {playerName !== null && <Fact name={t('player')} value={playerName} />}
        {teamName !== null && <Fact name={t('team')} value={teamName} />}
        <Fact name={t('askedOn')} value={dayText(askedAt, readerZone())} />
      </dl>
      <div className={styles.actions}>
        {from.email && (
          <a className={styles.address} href={`mailto:${encodeURIComponent(from.email).replace('%40', '@')}`}>
            {from.email}
          </a>
        )}
        <Button onClick={onDone} aria-describedby={id}>
          {t('done')}
        </Button>
      </div>
    </Card>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

type TakenOffProps = { name: string; onUndo: () => void; onHold: () => void; onRelease: () => void }

function TakenOff({ name, onUndo, onHold, onRelease }: TakenOffProps) {
  const t = useTexts('today', texts)
  const card = useRef<HTMLDivElement>(null)
  // Focus stays where Done was pressed.
  useEffect(() => card.current?.querySelector('button')?.focus(), [])
  return (
    <Card as="li">
      <div className={styles.takenOff} ref={card}>
        <p role="status">{t('takenOff', { name })}</p>
        <Button
          kind="quiet"
          onClick={onUndo}
          onFocus={({ target }) => target.matches(':focus-visible') && onHold()}
          onBlur={onRelease}
        >
          {t('undo')}
        </Button>
      </div>
    </Card>
  )
}

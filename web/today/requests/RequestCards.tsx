import { useEffect, useId, useRef, useState } from 'react'
import { problemText, useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { Card } from '../../kit/Card.tsx'
import { showSnackbar } from '../../kit/Snackbar.tsx'
import { dayText, readerZone } from '../../kit/format.ts'
import styles from './Requests.module.css'
import texts from '../texts.en.json'
import type { Requests } from '../useNotifications.ts'
import { GrantPicker } from './GrantPicker.tsx'
import { type RequestAction, useRequestActions } from './useRequestActions.ts'

type Props = { requests: Requests; onClosed: (id: string) => void }

/** The access requests to a coach: who asks, for whom and since when, with buttons to respond. */
export function RequestCards({ requests, onClosed }: Props) {
  const t = useTexts('today', texts)
  const list = useRef<HTMLUListElement>(null)
  const [players, setPlayers] = useState<ReadonlyMap<string, string>>(new Map())
  const { findAction, close, undo, hold, release } = useRequestActions({
    onClosed: (id) => {
      // If focus is on the removed card, keep it within the list.
      if (list.current?.contains(document.activeElement)) list.current.focus()
      onClosed(id)
    },
    onFailure: (problem) =>
      problem.isReported || showSnackbar({ text: `${t('requestStays')} ${problemText(problem)}`, tone: 'danger' }),
  })
  if (requests.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t('requests')} ref={list} tabIndex={-1}>
      {requests.map((request) => {
        const action = findAction(request.id)
        const name = request.from.name || t('somebody')
        return action ? (
          <ClosedRequest
            key={request.id}
            text={t(actionTexts[action.does === 'grant' ? action.relation : action.does], {
              name,
              player: players.get(request.id) ?? '',
            })}
            isSending={action.sending}
            onUndo={() => undo(request.id)}
            onHold={() => hold(request.id)}
            onRelease={() => release(request.id)}
          />
        ) : (
          <RequestCard
            key={request.id}
            request={request}
            name={name}
            onClose={(action, player = '') => {
              setPlayers((previous) => new Map(previous).set(request.id, player))
              close(request.id, action)
            }}
          />
        )
      })}
    </ul>
  )
}

const actionTexts = {
  own: 'letInAsParent',
  following: 'letInAsFollower',
  decline: 'declined',
  remove: 'takenOff',
} as const

type CardProps = {
  request: Requests[number]
  name: string
  onClose: (closing: RequestAction, player?: string) => void
}

function RequestCard({ request, name, onClose }: CardProps) {
  const { from, playerName, teamName, askedAt } = request
  const t = useTexts('today', texts)
  const id = useId()
  const [isPicking, setIsPicking] = useState(false)
  return (
    <Card as="li" aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {t('asks', { name })}
      </h3>
      <dl className={styles.facts}>
        {playerName !== null && <Fact name={t('player')} value={playerName} />}
        {teamName !== null && <Fact name={t('team')} value={teamName} />}
        <Fact name={t('askedOn')} value={dayText(askedAt, readerZone())} />
      </dl>
      {from.email && (
        <a className={styles.address} href={`mailto:${encodeURIComponent(from.email).replace('%40', '@')}`}>
          {from.email}
        </a>
      )}
      {isPicking ? (
        <GrantPicker
          name={name}
          searchedName={playerName ?? ''}
          teamName={teamName}
          onGrant={onClose}
          onClose={() => setIsPicking(false)}
        />
      ) : (
        <div className={styles.actions}>
          <Button kind="primary" onClick={() => setIsPicking(true)} aria-describedby={id}>
            {t('letIn')}
          </Button>
          <Button onClick={() => onClose({ does: 'decline' })} aria-describedby={id}>
            {t('decline')}
          </Button>
          <Button kind="quiet" onClick={() => onClose({ does: 'remove' })} aria-describedby={id}>
            {t('done')}
          </Button>
        </div>
      )}
    </Card>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

type ClosedRequestProps = {
  text: string
  isSending: boolean
  onUndo: () => void
  onHold: () => void
  onRelease: () => void
}

/** The action taken, while it can still be undone. */
function ClosedRequest({ text, isSending, onUndo, onHold, onRelease }: ClosedRequestProps) {
  const t = useTexts('today', texts)
  const card = useRef<HTMLDivElement>(null)
  // Keep focus here after the action.
  useEffect(() => card.current?.querySelector('button')?.focus(), [])
  useEffect(() => {
    // The Undo button is gone, and focus with it.
    if (isSending && document.activeElement === document.body) card.current?.focus({ preventScroll: true })
  }, [isSending])
  return (
    <Card as="li">
      <div className={styles.takenOff} ref={card} tabIndex={-1}>
        <p role="status">{text}</p>
        {!isSending && (
          <Button
            kind="quiet"
            onClick={onUndo}
            onFocus={({ target }) => target.matches(':focus-visible') && onHold()}
            onBlur={onRelease}
          >
            {t('undo')}
          </Button>
        )}
      </div>
    </Card>
  )
}

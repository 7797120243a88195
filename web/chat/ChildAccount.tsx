import { useState } from 'react'
import { useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { Radios } from '../kit/Radios.tsx'
import { Select } from '../kit/Select.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './Chat.module.css'
import { ListSkeleton } from './ConversationList.tsx'
import texts from './texts.en.json'

type Player = { id: string; name: string }

/**
 * A parent marks the family account that belongs to the child: from then on the child is never alone in a chat with one adult.
 */
export function ChildAccount({ players, close }: { players: readonly Player[]; close: () => void }) {
  const t = useTexts('chat', texts)
  const [playerId, setPlayerId] = useState(players[0]?.id ?? '')
  const [userId, setUserId] = useState('')
  const family = useApi(
    'GET /rest-api/chat-user/available-participants/players',
    playerId ? { query: { playerIds: playerId } } : undefined,
    { handles: ['failures', 'not_allowed'] },
  )
  const { save, saving } = useSave('PUT /rest-api/chat/player-account/{playerId}', {
    refreshes: ['GET /rest-api/chat-user/available-participants/players', 'GET /rest-api/chat/conversations'],
    saved: t('childSaved'),
    failed: problemText,
  })
  const { data } = family
  /** The family cannot undo this, so the dialog lists what the account will no longer be able to do. */
  async function markAccount() {
    const account = data?.data.chatParticipants.find((person) => person.userId === userId)
    const child = players.find(({ id }) => id === playerId)
    if (!account || !child) return
    const names = { name: account.name, child: child.name }
    const question = {
      title: t('markTitle', names),
      lost: t('markLost', names),
      kept: t('markKept'),
      yes: t('markYes'),
    }
    if (!(await confirm(question))) return
    if (await save({ playerId, body: { userId } })) close()
  }
  return (
    <Dialog opened close={close} title={t('childAccount')} shape="form">
      <div className={styles.choosing}>
        <Notice tone="primary">{t('childHint')}</Notice>
        <Select
          label={t('child')}
          options={players.map(({ id, name }) => ({ value: id, label: name }))}
          value={playerId}
          onChange={(id) => {
            setPlayerId(id)
            setUserId('')
          }}
        />
        <Loaded
          read={family}
          skeleton={<ListSkeleton label={t('loading')} />}
          failed={t('peopleFailed')}
          empty={{
            when: ({ data }) => data.chatParticipants.length === 0,
            show: <EmptyState title={t('noAccount')} hint={t('noAccountHint')} />,
          }}
        >
          {({ data: { chatParticipants } }) => (
            <Radios
              label={t('whichAccount')}
              options={chatParticipants.map((person) => ({
                value: person.userId,
                label: person.name,
                ...(person.minor && { hint: t('minor') }),
              }))}
              value={userId}
              onChange={setUserId}
            />
          )}
        </Loaded>
        <Button
          kind="primary"
          wide
          busy={saving}
          onClick={() => void markAccount()}
          {...(userId === '' && { disabledReason: t('chooseSomebody') })}
        >
          {t('save')}
        </Button>
      </div>
    </Dialog>
  )
}

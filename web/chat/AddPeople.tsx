import { useState } from 'react'
import { organizationOf } from '#shared/ids.ts'
import { fold, matchesText, words } from '#shared/rules/textMatching.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { ExpandableList } from '../kit/ExpandableList.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { EmptyState } from '../kit/States.tsx'
import { UnsavedInputGuard } from '../kit/UnsavedInputGuard.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './Chat.module.css'
import { ListSkeleton } from './ConversationList.tsx'
import texts from './texts.en.json'
import type { ConversationOf } from './useConversation.ts'
import { useGroupProblem } from './useGroupProblem.ts'

/** Adds people of the club to a group. They see only messages from then on. */
export function AddPeople({ conversation, close }: { conversation: ConversationOf; close: () => void }) {
  const t = useTexts('chat', texts)
  const { conversationSid, people } = conversation
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState('')
  const read = useApi(
    'GET /rest-api/chat-user/available-participants',
    { query: { organizationId: organizationOf(conversationSid) } },
    { handles: ['failures', 'not_allowed'] },
  )
  const { save, saving } = useSave('POST /rest-api/chat/conversations/{conversationSid}/people', {
    refreshes: ['GET /rest-api/chat/conversations/{conversationSid}'],
    saved: t('addedNow'),
    failed: useGroupProblem(),
  })
  const memberIds = new Set(people.flatMap(({ userId, left }) => (left ? [] : [userId])))
  return (
    <Dialog
      opened
      close={close}
      title={t('addPeople')}
      shape="form"
      foot={
        <Button
          kind="primary"
          wide
          busy={saving}
          onClick={() =>
            void save({ conversationSid, body: { userIds: [...chosen] } }).then((answer) => answer && close())
          }
          {...(chosen.size === 0 && { disabledReason: t('chooseSomebody') })}
        >
          {t('add')}
        </Button>
      }
    >
      <UnsavedInputGuard dirty={chosen.size > 0} />
      <Loaded
        read={read}
        skeleton={<ListSkeleton label={t('loading')} />}
        failed={t('peopleFailed')}
        empty={{
          when: ({ data }) => data.chatParticipants.every(({ userId }) => memberIds.has(userId)),
          show: <EmptyState title={t('allThere')} hint={t('allThereHint')} />,
        }}
      >
        {({ data: { chatParticipants } }) => {
          const query = words(fold(typed))
          const candidates = chatParticipants.filter(
            ({ userId, name, teams }) => !memberIds.has(userId) && matchesText(`${name} ${teams.join(' ')}`, query),
          )
          const hasChild = chatParticipants.some(({ userId, minor }) => minor && chosen.has(userId))
          return (
            <div className={styles.choosing}>
              <SearchField label={t('findSomebody')} value={typed} onChange={setTyped} />
              <ExpandableList items={candidates}>
                {(shown) => (
                  <ul className={styles.people}>
                    {shown.map(({ userId, name, staff, teams }) => (
                      <li key={userId}>
                        <Checkbox
                          label={name}
                          hint={[staff ? t('staff') : undefined, ...teams].filter(Boolean).join(' · ')}
                          value={chosen.has(userId)}
                          onChange={(isChosen) => {
                            const next = new Set(chosen)
                            if (isChosen) next.add(userId)
                            else next.delete(userId)
                            setChosen(next)
                          }}
                        />
                      </li>
                    ))}
                  </ul>
                )}
              </ExpandableList>
              {candidates.length === 0 && <p className={styles.meta}>{t('noneFound')}</p>}
              {hasChild && <Notice tone="primary">{t('guardiansCome')}</Notice>}
            </div>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

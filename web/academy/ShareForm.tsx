import { useDeferredValue, useState } from 'react'
import { isAtLeast, type AccessType } from '#shared/rules/shares.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { Failure } from '../kit/Failure.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { Select } from '../kit/Select.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { UnsavedInputGuard } from '../kit/UnsavedInputGuard.tsx'
import { useUserId } from '../session/useUserId.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave, toFailureText } from '../shell/useSave.ts'
import styles from './Academy.module.css'
import { Consents } from './Consents.tsx'
import { type Item, shareTimeout, refreshes } from './place.ts'
import { SearchFailure } from './SearchFailure.tsx'
import { SHARES, type ItemShares } from './AccessList.tsx'
import { type ShareEdits, type ShareLine, toShareLines, toPayload } from './shares.ts'
import english from './texts.en.json'
import { useShareCandidates } from './useShareCandidates.ts'

const accessTypes: readonly AccessType[] = ['SEARCH', 'VIEWER', 'USER', 'EDITOR', 'OWNER']

type Props = {
  orgId: string
  /** The reader does not run the club: access that they take from themselves is lost to them. */
  isOwned: boolean
  item: Item
  close: () => void
}

/** Whom an item is shared with. Changes are collected and sent on save. */
export function ShareForm({ orgId, isOwned, item, close }: Props) {
  const t = useTexts('academy', english)
  const read = useApi(
    SHARES,
    { orgId, storageItemId: item.id },
    { handles: ['failures', 'not_allowed'], timeout: shareTimeout },
  )
  return (
    <Loaded
      read={read}
      failed={t('sharesFailed')}
      skeleton={
        <Skeletons label={t('loading')}>
          <Skeleton height="44px" />
          <Skeleton height="44px" />
        </Skeletons>
      }
    >
      {(shares) => <ShareFields {...{ orgId, isOwned, item }} shares={shares} close={close} />}
    </Loaded>
  )
}

function ShareFields({ orgId, isOwned, item, shares, close }: Props & { shares: ItemShares }) {
  const t = useTexts('academy', english)
  const userId = useUserId()
  const [edited, setEdited] = useState<ShareEdits>({})
  const [failed, setFailed] = useState<string>()
  const saving = useSave('POST /rest-api/academy/storage/share/organization/{orgId}', {
    refreshes: [...refreshes, SHARES],
    saved: t('sharingUpdated'),
    failed(problem) {
      const text = toFailureText(t('shareFailed'), problem)
      setFailed(text)
      return text
    },
    sending: { timeout: shareTimeout },
  })
  const existingLines = toShareLines(shares)
  const lines = [
    ...existingLines,
    ...Object.values(edited)
      .filter(({ line }) => !existingLines.some(({ key }) => key === line.key))
      .map(({ line }) => line),
  ]
  const setAccess = (line: ShareLine, access: AccessType | 'REMOVE') =>
    setEdited({ ...edited, [line.key]: { line, access } })
  const isChanged = Object.keys(edited).length > 0
  async function save() {
    const ownEdit = isOwned ? edited[userId ?? ''] : undefined
    const reducesOwnAccess =
      ownEdit && ownEdit.access !== 'REMOVE' ? !isAtLeast(ownEdit.access, ownEdit.line.access) : ownEdit !== undefined
    const question = { title: t('takeOwn', { name: item.name }), lost: t('takeOwnLost'), kept: t('takeOwnKept') }
    if (reducesOwnAccess && !(await confirm({ ...question, yes: t('takeAway') }))) return
    setFailed(undefined)
    if (await saving.save({ orgId, body: { storageItemId: item.id, ...toPayload(existingLines, edited) } })) close()
  }
  return (
    <div className={styles.details}>
      <UnsavedInputGuard dirty={isChanged} />
      <Consents orgId={orgId} item={item} />
      <Finder orgId={orgId} item={item} listedKeys={new Set(lines.map(({ key }) => key))} add={setAccess} />
      <ul className={styles.shares} aria-label={t('whoSees')}>
        <li className={styles.muted}>{t('owners', { count: shares.owners })}</li>
        {lines.map((line) => {
          const access = edited[line.key]?.access ?? line.access
          return (
            <li key={line.key}>
              <span>
                <b>{line.name}</b>
                {line.from && <span className={styles.muted}> {t('byFolder', { name: line.from })}</span>}
              </span>
              {line.from ? (
                <span className={styles.muted}>{t(line.access)}</span>
              ) : line.kind === 'admin' ? (
                <Select
                  label={t('accessOf', { name: line.name })}
                  value={access}
                  onChange={(next) => next && setAccess(line, next)}
                  options={[
                    ...accessTypes
                      .filter((each) => isAtLeast(item.access, each) || each === line.access)
                      .map((value) => ({ value, label: t(value) })),
                    { value: 'REMOVE', label: t('REMOVE') },
                  ]}
                />
              ) : (
                <Button
                  kind="quiet"
                  aria-pressed={access === 'REMOVE'}
                  aria-label={t('removeOne', { name: line.name })}
                  onClick={() => setAccess(line, access === 'REMOVE' ? 'USER' : 'REMOVE')}
                >
                  {access === 'REMOVE' ? t('isRemoved') : t('REMOVE')}
                </Button>
              )}
            </li>
          )
        })}
        {shares.otherPlayers > 0 && (
          <li className={styles.muted}>{t('otherPlayers', { count: shares.otherPlayers })}</li>
        )}
      </ul>
      {failed && <Failure text={failed} />}
      <Button
        kind="primary"
        busy={saving.saving}
        {...(!isChanged && { disabledReason: t('nothingChanged') })}
        onClick={() => void save()}
      >
        {t('save')}
      </Button>
    </div>
  )
}

type FinderProps = {
  orgId: string
  item: Item
  listedKeys: ReadonlySet<string>
  add: (line: ShareLine, access: AccessType) => void
}

/** Finds people, teams and players of the club by name prefix. */
function Finder({ orgId, item, listedKeys, add }: FinderProps) {
  const t = useTexts('academy', english)
  const [typed, setTyped] = useState('')
  const filter = useDeferredValue(typed).trim()
  const read = useShareCandidates(orgId, { storageItemId: item.id, ...(filter && { filter }) })
  const { data } = read
  const matches: ShareLine[] = [
    ...(data?.orgUnits ?? []).map(({ orgUnitId: key, name }) => ({
      key,
      name,
      kind: 'orgUnit' as const,
      access: 'USER' as const,
    })),
    ...(data?.admins ?? []).map(({ userId: key, name }) => ({
      key,
      name,
      kind: 'admin' as const,
      access: 'VIEWER' as const,
    })),
    ...(data?.players ?? []).map(({ playerId: key, name, teams }) => ({
      key,
      name: [name, teams.join(', ')].filter(Boolean).join(' · '),
      kind: 'player' as const,
      access: 'USER' as const,
    })),
  ].filter(({ key }) => !listedKeys.has(key))
  return (
    <>
      <SearchField label={t('findPeople')} value={typed} onChange={setTyped} />
      <SearchFailure read={read} />
      <ul className={styles.found} aria-label={t('findPeople')}>
        {matches.slice(0, filter ? 20 : 6).map((line) => (
          <li key={line.key}>
            <Button
              kind="quiet"
              onClick={() => add(line, line.access)}
              aria-label={t('shareWith', { name: line.name })}
            >
              + {line.name}
            </Button>
          </li>
        ))}
        {data && matches.length === 0 && <li className={styles.muted}>{t('nobodyFound')}</li>}
      </ul>
    </>
  )
}

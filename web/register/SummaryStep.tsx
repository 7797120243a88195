import { type ComponentProps, useId } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { reductionNames } from '#shared/rules/register/price.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { listText, moneyText } from '../kit/format.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import { Bill } from './Bill.tsx'
import type { OpenRegistration, Summary } from './formValues.ts'
import { PaymentSection } from './PaymentSection.tsx'
import { PromoCode } from './PromoCode.tsx'
import styles from './Register.module.css'
import english from './texts.en.json'

const READ = 'GET /rest-api/register/{registrationId}/summary'
type Props = {
  registration: OpenRegistration
  onEdit: (registrationPlayerId: string) => void
  onAdd: () => void
  refetch: () => Promise<unknown>
  /** Called with the player whose details were discarded. */
  onRemoved: (registrationPlayerId: string) => void
  /** Called with the players that were submitted. */
  onSubmitted: (registrationPlayerIds: readonly string[]) => Promise<unknown>
}

/** The second step: the players with what was filled in, the price, and how it is paid. */
export function SummaryStep({ registration, ...props }: Props) {
  const t = useTexts('register', english)
  const read = useApi(READ, { registrationId: registration.id, query: {} }, { handles: ['failures'] })
  return (
    <Loaded
      read={read}
      skeleton={
        <Skeletons label={t('loading')}>
          <Skeleton height="240px" />
        </Skeletons>
      }
      failed={t('loadFailed')}
    >
      {(summary) => (
        <SummaryContent
          registration={registration}
          summary={summary}
          onSummaryChange={(changed) => void read.mutate(changed, { revalidate: false })}
          refetchSummary={read.mutate}
          {...props}
        />
      )}
    </Loaded>
  )
}

type SummaryContentProps = Props & {
  summary: Summary
  onSummaryChange: (changed: Summary) => void
  refetchSummary: () => Promise<unknown>
}
function SummaryContent({
  registration,
  summary,
  onSummaryChange,
  refetchSummary,
  onEdit,
  onAdd,
  refetch,
  onRemoved,
  onSubmitted,
}: SummaryContentProps) {
  const t = useTexts('register', english)
  const reductionNameOf = useReductionName()
  const headingId = useId()
  const removing = useSave('DELETE /rest-api/register/{registrationId}/details/{registrationPlayerId}', {
    failed: t('notRemoved'),
  })
  async function confirmRemove({ registrationPlayerId, firstName }: Summary['players'][number]) {
    if (!(await confirm({ title: t('removeTitle', { name: firstName }), lost: t('removeLost'), yes: t('remove') })))
      return
    if (await removing.save({ registrationId: registration.id, registrationPlayerId })) onRemoved(registrationPlayerId)
    await Promise.all([refetchSummary(), refetch()])
  }
  if (summary.players.length === 0)
    return (
      <Card>
        <p className={styles.text}>{t('nothingYet')}</p>
        <Button kind="primary" onClick={onAdd}>
          {t('fillIn')}
        </Button>
      </Card>
    )
  return (
    <>
      <Card aria-labelledby={headingId}>
        <h2 id={headingId} className={styles.title}>
          {t('stepSummary')}
        </h2>
        <ul className={styles.children} data-unkept="">
          {summary.players.map((player) => (
            <li key={player.registrationPlayerId}>
              <div className={styles.child}>
                <Avatar name={fullName(player)} id={player.registrationPlayerId} />
                <strong>{fullName(player)}</strong>
                <Button kind="quiet" onClick={() => onEdit(player.registrationPlayerId)}>
                  {t('change')}
                </Button>
                <Button kind="quiet" onClick={() => void confirmRemove(player)}>
                  {t('remove')}
                </Button>
              </div>
              <Bill
                lines={[
                  ...player.lines.map(({ name, quantity, cents }) => ({
                    label: quantity > 1 ? `${name} × ${quantity}` : name,
                    amount: moneyText(cents),
                  })),
                  ...player.reductions.map(({ name, cents }) => ({
                    label: reductionNameOf(name),
                    amount: `−${moneyText(cents)}`,
                    kind: 'less' as const,
                  })),
                ]}
              />
            </li>
          ))}
        </ul>
        <Bill
          lines={[
            {
              label: t('total'),
              amount: summary.totalInCents === 0 ? t('free') : moneyText(summary.totalInCents),
              kind: 'total',
            },
          ]}
        />
        <Button onClick={onAdd}>{t('addChild')}</Button>
      </Card>
      {summary.hasPromoCodes && (
        <PromoCode registration={registration} summary={summary} onSummaryChange={onSummaryChange} />
      )}
      <SplitPayment
        registration={registration}
        summary={summary}
        onSummaryChange={onSummaryChange}
        // After a failure half-way or a lost response, this shows the places that are held.
        refetch={() => Promise.all([refetchSummary(), refetch()])}
        onEdit={onEdit}
        onSubmitted={onSubmitted}
      />
    </>
  )
}

/**
 * Payment. If an option is full and some children have to wait, the others are submitted first on their own, so that nobody
 * waits for a place that is free.
 */
function SplitPayment(props: ComponentProps<typeof PaymentSection>) {
  const t = useTexts('register', english)
  const { registration, summary, onSummaryChange, refetch, onSubmitted } = props
  const { waiting: waitingIds, fullOptions, waitingList, players } = summary
  const isWaiting = ({ registrationPlayerId: id }: Summary['players'][number]) => waitingIds.includes(id)
  const readyPlayers = players.filter((player) => !isWaiting(player))
  const isSplit = waitingIds.length > 0 && readyPlayers.length > 0
  const registrationPlayerIds = readyPlayers.map(({ registrationPlayerId }) => registrationPlayerId).join(',')
  const read = useApi(
    READ,
    isSplit ? { registrationId: registration.id, query: { registrationPlayerIds } } : undefined,
    { handles: ['failures'] },
  )
  if (!isSplit) return <PaymentSection {...props} />
  const namesOf = (players: Summary['players']) => listText(players.map(({ firstName }) => firstName))
  const names = {
    full: listText(fullOptions),
    names: namesOf(players.filter(isWaiting)),
    others: namesOf(readyPlayers),
  }
  return (
    <>
      <Notice tone="warning">{t(waitingList ? 'someWait' : 'someCannot', names)}</Notice>
      <Loaded
        read={read}
        skeleton={
          <Skeletons label={t('loading')}>
            <Skeleton height="160px" />
          </Skeletons>
        }
        failed={t('loadFailed')}
      >
        {(partialSummary) => (
          <PaymentSection
            {...props}
            names={names.others}
            summary={partialSummary}
            onSummaryChange={(changed) => {
              onSummaryChange(changed)
              void read.mutate()
            }}
            refetch={() => Promise.all([refetch(), read.mutate()])}
            onSubmitted={async (ids) => {
              await onSubmitted(ids)
              await refetch()
            }}
          />
        )}
      </Loaded>
    </>
  )
}

/** The product's own reductions in the reader's language; a club's codes by their own name. */
function useReductionName() {
  const t = useTexts('register', english)
  return (name: string) =>
    name === reductionNames.sibling ? t('siblingDiscount') : name === reductionNames.earlyBird ? t('earlyBird') : name
}

import { useState } from 'react'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { Link } from '../kit/Link.tsx'
import { dateText, dateTimeText, moneyText } from '../kit/format.ts'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import type { FeeView } from './feeView.ts'
import type { FeeDetails } from './answers.ts'
import { Chargeback } from './Chargeback.tsx'
import { EditFee } from './EditFee.tsx'
import { FeeActions } from './FeeActions.tsx'
import { StatusBadge } from './FeeTable.tsx'
import { ManualPayment } from './ManualPayment.tsx'
import { PaymentList } from './PaymentList.tsx'
import { PayFeeButton } from './PayOnline.tsx'
import styles from './Payments.module.css'
import { RefundByHand } from './RefundByHand.tsx'
import { RefundPayment } from './RefundPayment.tsx'
import { SplitFee } from './SplitFee.tsx'
import english from './texts.en.json'

const DETAILS = 'GET /rest-api/fee/details/{feePlayerId}'

type Props = {
  feePlayerId: string | undefined
  title: string
  close: () => void
  /** The reader owes this fee and can pay it from here. */
  toPay?: boolean
  /** It belongs to one of the reader's own players. */
  own?: boolean
}

/** A fee: its payments, how its family pays it, and the treasurer's actions. */
export function FeeDialog({ feePlayerId, title, close, toPay = false, own = false }: Props) {
  return (
    <Dialog opened={feePlayerId !== undefined} close={close} title={title}>
      {/* Keeps the focus when a pressed button disappears with its step. */}
      <KeptFocus label={title} className={undefined}>
        {feePlayerId !== undefined && <FeeContent feePlayerId={feePlayerId} close={close} toPay={toPay} own={own} />}
      </KeptFocus>
    </Dialog>
  )
}

function FeeContent({ feePlayerId, close, toPay, own }: Required<Omit<Props, 'title'>> & { feePlayerId: string }) {
  const t = useTexts('money', english)
  const read = useApi(DETAILS, { feePlayerId }, { handles: ['failures'] })
  const [view, setView] = useState<FeeView>('facts')
  const mayEdit = useWhyCannot()('canEditFees', feePlayerId) === undefined
  const showFacts = () => setView('facts')
  return (
    <Loaded read={read} skeleton={<RowSkeletons label={t('loadingFee')} rows={5} />} failed={t('feeFailed')}>
      {(fee) =>
        typeof view === 'object' && 'chargeback' in view ? (
          <Chargeback fee={fee} payment={view.chargeback} onDone={showFacts} />
        ) : typeof view === 'object' && 'refundByHand' in view ? (
          <RefundByHand fee={fee} payment={view.refundByHand} onDone={showFacts} />
        ) : typeof view === 'object' ? (
          <RefundPayment fee={fee} payment={view.refunding} onDone={showFacts} />
        ) : view === 'paying' ? (
          <ManualPayment fee={fee} onDone={showFacts} />
        ) : view === 'splitting' ? (
          <SplitFee fee={fee} onDone={showFacts} />
        ) : view === 'editing' ? (
          <EditFee fee={fee} onDone={showFacts} />
        ) : (
          <div className={styles.page}>
            <Facts fee={fee} own={own} />
            {fee.comingInCents > 0 && (
              <Notice tone="primary">{t('comingSum', { sum: moneyText(fee.comingInCents) })}</Notice>
            )}
            {toPay && fee.outstandingInCents > 0 && <PayFeeButton {...fee} />}
            <PaymentList
              fee={fee}
              mayEdit={mayEdit}
              onRefund={(refunding) => setView({ refunding })}
              onChargeback={(chargeback) => setView({ chargeback })}
              onRefundByHand={(refundByHand) => setView({ refundByHand })}
            />
            {mayEdit && <FeeActions fee={fee} setView={setView} close={close} />}
          </div>
        )
      }
    </Loaded>
  )
}

function Facts({ fee, own }: { fee: FeeDetails; own: boolean }) {
  const t = useTexts('money', english)
  const { player, registration } = fee
  const whyCannot = useWhyCannot()
  const name = fullName(player)
  return (
    <>
      {fee.description && <p>{fee.description}</p>}
      <dl className={styles.facts}>
        <dt>{t('player')}</dt>
        <dd>
          {whyCannot('member', player.id) === undefined ? (
            <Link to={paths.player({ playerId: player.id })}>{name}</Link>
          ) : (
            name
          )}
        </dd>
        {registration && (
          <>
            <dt>{t('registration')}</dt>
            <dd>
              <RegistrationName {...registration} own={own} />
            </dd>
          </>
        )}
        <dt>{t('club')}</dt>
        <dd>{fee.organization.name}</dd>
        {fee.payers && (
          <>
            <dt>{t('askedOf')}</dt>
            <dd>{fee.payers.length > 0 ? fee.payers.join(', ') : t('nobodyAsked')}</dd>
          </>
        )}
        <dt>{t('status')}</dt>
        <dd>
          <StatusBadge status={fee.status} onItsWay={fee.comingInCents > 0} />
        </dd>
        <dt>{t('due')}</dt>
        <dd>{dateText(fee.dueOn)}</dd>
        {fee.toldAt && (
          <>
            <dt>{t('toldAt')}</dt>
            <dd>{dateTimeText(fee.toldAt, fee.organization.timezone)}</dd>
          </>
        )}
        <dt>{t('amount')}</dt>
        <dd>{moneyText(fee.amountInCents)}</dd>
        <dt>{t('paid')}</dt>
        <dd>{moneyText(fee.paidInCents)}</dd>
        {fee.waivedInCents > 0 && (
          <>
            <dt>{t('waived')}</dt>
            <dd>{moneyText(fee.waivedInCents)}</dd>
          </>
        )}
        {fee.credits.length > 0 && (
          <>
            <dt>{t('familyCredit')}</dt>
            <dd>{fee.credits.map(({ name, creditInCents }) => `${moneyText(creditInCents)} (${name})`).join(', ')}</dd>
          </>
        )}
        <dt className={styles.total}>{t('open')}</dt>
        <dd className={styles.total}>{moneyText(fee.outstandingInCents)}</dd>
      </dl>
    </>
  )
}

/** Links to the registration: its participants for those who manage it, the family's own registration for families. */
function RegistrationName({ id, name, type, own }: NonNullable<FeeDetails['registration']> & { own: boolean }) {
  const whyCannot = useWhyCannot()
  if (own) return <Link to={paths.register({ registrationId: id })}>{name}</Link>
  if (whyCannot('canManageRegistration', id) !== undefined) return name
  const screen = type === 'TEAM' ? paths.teamRegistration : paths.eventRegistration
  return <Link to={screen({ orgId: organizationOf(id), teamId: teamOf(id), id }, { step: 'track' })}>{name}</Link>
}

import { useState } from 'react'
import { type ApiProblem, callApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Failure } from '../kit/Failure.tsx'
import { dateText, listText, moneyText } from '../kit/format.ts'
import { Radios } from '../kit/Radios.tsx'
import { useQueue } from '../kit/useQueue.ts'
import { useSave } from '../shell/useSave.ts'
import { Bill } from './Bill.tsx'
import type { OpenRegistration, Summary } from './formValues.ts'
import { openPayment } from './openPayment.ts'
import { PayWays } from './PayWays.tsx'
import styles from './Register.module.css'
import english from './texts.en.json'
import { useAttempt } from './useAttempt.ts'

type Props = {
  registration: OpenRegistration
  /** The submitted players, if they are not all of the summary's. */
  names?: string
  summary: Summary
  onSummaryChange: (changed: Summary) => void
  refetch: () => Promise<unknown>
  onEdit: (id: string) => void
  onSubmitted: (registrationPlayerIds: readonly string[]) => Promise<unknown>
}
/** How and when it is paid, and the submit button, which may put players on the waiting list. */
export function PaymentSection({ registration, names, summary, onSummaryChange, refetch, onEdit, onSubmitted }: Props) {
  const t = useTexts('register', english)
  const { attempt, busy, problem } = useAttempt(refetch)
  const plan = usePlan(registration.id, summary, onSummaryChange)
  const [chosenWay, setChosenWay] = useState<Summary['payWays'][number] | ''>('')
  const { totalInCents, depositInCents, waitingList, parts, dueNowInCents, processingFeeInCents } = summary
  const mustWait = summary.isFull || problem?.code === 'registration_full' || problem?.code === 'option_full'
  // Waiting players pay the deposit, which may be below a provider's minimum even if the price is not, or the other way round.
  const isDeposit = mustWait && waitingList && depositInCents > 0
  const payWays = isDeposit ? summary.depositWays : summary.payWays
  const payWay = payWays.length === 1 ? payWays[0] : payWays.find((each) => each === chosenWay)
  /** Waiting players who pay online pay the deposit at once. */
  const paysDeposit = depositInCents > 0 && payWay === 'ONLINE'
  const payWayReason = payWays.length === 0 ? t('noWayToPay') : payWay === undefined ? t('choosePayWay') : undefined
  const registrationPlayerIds = summary.players.map(({ registrationPlayerId }) => registrationPlayerId)
  const submit = () =>
    attempt(async () => {
      const body = {
        registrationPlayerIds,
        totalInCents,
        // What is due today is the first instalment.
        due: { nowInCents: dueNowInCents, later: dueNowInCents > 0 ? parts.slice(1) : parts },
        payBy: payWay ?? 'NONE',
        ...(mustWait && { wait: mustWait, depositInCents }),
      }
      const input = { registrationId: registration.id, body }
      const { players } = await callApi('POST /rest-api/register/{registrationId}/finalize', input, {
        handles: ['failures'],
      })
      const payablePlayers = players.filter(({ state }) => state === 'paying' || (state === 'waiting' && paysDeposit))
      if (payablePlayers.length > 0) await openPayment(registration.id, payablePlayers)
      await onSubmitted(registrationPlayerIds)
    })
  const waitLabel = paysDeposit ? t('waitAndPay') : t('joinWaitingList')
  const registerLabel =
    payWay === 'ONLINE' && dueNowInCents > 0
      ? t('registerAndPay', { sum: moneyText(dueNowInCents + processingFeeInCents) })
      : t('register')
  return (
    <Card aria-label={t('payment')}>
      <h2 className={styles.title}>{t('payment')}</h2>
      {names !== undefined && (
        <Bill
          lines={[
            {
              label: t('totalFor', { names }),
              amount: totalInCents === 0 ? t('free') : moneyText(totalInCents),
              kind: 'total',
            },
          ]}
        />
      )}
      {summary.paymentPlanEnabled && totalInCents > 0 && (
        <Radios
          label={t('when')}
          value={plan.isChosen ? 'plan' : 'once'}
          onChange={(when) => plan.choose(when === 'plan')}
          options={[
            { value: 'once', label: t('atOnce') },
            { value: 'plan', label: t('inParts') },
          ]}
        />
      )}
      {parts.length > 1 && (
        <Bill
          lines={parts.map(({ amountInCents, dueOn }) => ({
            label: t('dueOn', { day: dateText(dueOn) }),
            amount: moneyText(amountInCents),
          }))}
        />
      )}
      <PayWays {...{ summary, payWays, payWay, chosenWay, mustWait, isDeposit }} onChoose={setChosenWay} />
      {problem && <Refusal problem={problem} registrationPlayerIds={registrationPlayerIds} onEdit={onEdit} />}
      {mustWait && <FullNotice summary={summary} />}
      {isDeposit && <p className={styles.text}>{t('fullDeposit', { sum: moneyText(depositInCents) })}</p>}
      <div className={styles.finish}>
        {(!mustWait || waitingList) && (
          <Button
            kind="primary"
            wide
            busy={busy || plan.saving}
            onClick={() => void submit()}
            disabledReason={mustWait && depositInCents === 0 ? undefined : payWayReason}
          >
            {mustWait ? waitLabel : registerLabel}
          </Button>
        )}
      </div>
    </Card>
  )
}

/** The choice to pay in instalments. Optimistic; the sums beside it come from the server, so submitting waits for them. */
function usePlan(registrationId: string, summary: Summary, onSummaryChange: (changed: Summary) => void) {
  const t = useTexts('register', english)
  const { save, saving } = useSave('POST /rest-api/register/{registrationId}/payment-plan', { failed: t('notSaved') })
  const [byPlan, setByPlan] = useState(summary.byPlan)
  const enqueue = useQueue()
  function choose(chosenPlan: boolean) {
    setByPlan(chosenPlan)
    // Queued, so that the last choice wins.
    void enqueue(async () => {
      const changedSummary = await save({ registrationId, body: { byPlan: chosenPlan } })
      if (changedSummary) onSummaryChange(changedSummary)
    })
  }
  return { isChosen: saving ? byPlan : summary.byPlan, choose, saving }
}

type RefusalProps = {
  problem: ApiProblem
  registrationPlayerIds: readonly string[]
  onEdit: (registrationPlayerId: string) => void
}
/** Why the submission was refused; if the club asks for other details by now, with a button to the first affected player. */
function Refusal({ problem, registrationPlayerIds, onEdit }: RefusalProps) {
  const t = useTexts('register', english)
  const changedPlayerId =
    registrationPlayerIds.find((id) => problem.faults.some(({ at }) => at.endsWith(`.${id}`))) ??
    registrationPlayerIds[0]
  return (
    <Failure text={problemText(problem)}>
      {problem.code === 'registration_changed' && changedPlayerId !== undefined && (
        <Button kind="quiet" onClick={() => onEdit(changedPlayerId)}>
          {t('lookAgain')}
        </Button>
      )}
    </Failure>
  )
}

function FullNotice({ summary: { fullOptions, waitingList } }: { summary: Summary }) {
  const t = useTexts('register', english)
  return (
    <Notice tone="warning">
      {fullOptions.length > 0 && (
        <p className={styles.text}>
          {t(waitingList ? 'fullOptions' : 'fullOptionsNoWait', { names: listText(fullOptions) })}
        </p>
      )}
      {waitingList ? t('fullWait') : t('fullNoWait')}
    </Notice>
  )
}

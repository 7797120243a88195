import { useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { callApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Badge, Notice, type Tone } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { Countdown } from '../kit/Countdown.tsx'
import { Failure } from '../kit/Failure.tsx'
import { dateTimeText, listText, moneyText } from '../kit/format.ts'
import { Radios } from '../kit/Radios.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import type { Family, OpenRegistration } from './formValues.ts'
import { openPayment } from './openPayment.ts'
import styles from './Register.module.css'
import english from './texts.en.json'
import { useAttempt } from './useAttempt.ts'

type RegisteredPlayer = Family['registered'][number]
type PayWay = RegisteredPlayer['payWays'][number]
type Props = {
  registration: OpenRegistration
  player: RegisteredPlayer
  refetch: () => Promise<unknown>
  onRegisterAgain?: ((registrationPlayerId: string) => void) | undefined
}
const stateTones: Record<RegisteredPlayer['state'], Tone> = {
  registered: 'success',
  paying: 'warning',
  waiting: 'plain',
  offered: 'primary',
  cancelled: 'plain',
}
const handles = { handles: ['failures'] } as const

/** A registered player: their state, and what the family can do now. */
export function RegisteredPlayerItem({ registration, player, refetch, onRegisterAgain }: Props) {
  const t = useTexts('register', english)
  const { registrationPlayerId, firstName, state, isMine, heldUntil, payWays } = player
  const { timezone } = registration.organization
  const { attempt, busy, problem } = useAttempt(refetch)
  const run = (action: () => Promise<unknown>) =>
    attempt(async () => {
      await action()
      await refetch()
    })
  const [chosenWay, setChosenWay] = useState<PayWay | ''>('')
  const payWay = payWays.length === 1 ? payWays[0] : chosenWay || undefined
  const payWayReason = payWays.length === 0 ? t('noWayToPay') : payWay === undefined ? t('choosePayWay') : undefined
  const guardianReason = useWhyCannot()({ grownUp: 'signed_in' })
  const isOpen = state === 'offered' || state === 'waiting' || state === 'paying'
  const { owesDeposit, isDepositPayable } = depositOf(player)
  const acceptPlace = (payBy: PayWay) =>
    run(async () => {
      const body = { registrationPlayerId, payBy, priceInCents: player.priceInCents }
      const input = { registrationId: registration.id, body }
      const { players } = await callApi('POST /rest-api/register/{registrationId}/accept', input, handles)
      if (players.some((each) => each.state === 'paying')) await openPayment(registration.id, players)
    })
  async function withdraw() {
    const isWaiting = state === 'waiting'
    const isConfirmed = await confirm({
      title: t(isWaiting ? 'withdrawTitle' : 'giveUpTitle', { name: firstName }),
      lost: [
        t('withdrawLost'),
        ...(state === 'paying' ? [t('withdrawPayment')] : []),
        ...(player.isDepositPaid ? [t('withdrawDeposit')] : []),
      ].join(' '),
      yes: t(isWaiting ? 'withdraw' : 'giveUp'),
    })
    if (!isConfirmed) return
    const input = { registrationId: registration.id, body: { registrationPlayerId } }
    await run(() => callApi('POST /rest-api/register/{registrationId}/withdraw', input, handles))
  }
  return (
    <li className={styles.registered}>
      <div className={styles.child}>
        <Avatar name={fullName(player)} id={player.playerId} />
        <strong>{fullName(player)}</strong>
        <Badge tone={stateTones[state]}>{t(`state_${state}`)}</Badge>
      </div>
      <Standing player={player} timezone={timezone} />
      {state === 'offered' && isMine && payWays.length > 1 && (
        <Radios
          label={t('how')}
          value={chosenWay}
          onChange={setChosenWay}
          options={payWays.map((value) => ({ value, label: t(`pay_${value}`) }))}
        />
      )}
      {state === 'paying' && heldUntil && (
        <Countdown
          until={heldUntil}
          beforeLastHour={t('heldUntil', { when: dateTimeText(heldUntil, timezone) })}
          onExpired={refetch}
        >
          {(time) => (time === undefined ? t('holdOver') : t('heldFor', { time }))}
        </Countdown>
      )}
      {problem && <Failure text={problemText(problem)} />}
      {isMine && (state === 'paying' || isDepositPayable) && (
        <div className={styles.links}>
          <Button
            kind="primary"
            busy={busy}
            onClick={() => void run(() => openPayment(registration.id, [player]))}
            disabledReason={guardianReason}
          >
            {t(owesDeposit ? 'payDeposit' : 'payNow')}
          </Button>
        </div>
      )}
      {isOpen && !isMine && <p className={styles.muted}>{t('notMine', { name: firstName })}</p>}
      {isOpen && player.isTakenOver && <p className={styles.muted}>{t('takenOver', { name: firstName })}</p>}
      {isOpen && isMine && (
        <div className={styles.links}>
          {state === 'offered' && (
            <Button
              kind="primary"
              busy={busy}
              onClick={() => payWay && void acceptPlace(payWay)}
              disabledReason={guardianReason ?? payWayReason}
            >
              {t(payWay === 'ONLINE' ? 'takeAndPay' : 'takePlace')}
            </Button>
          )}
          <Button kind="quiet" busy={busy} onClick={() => void withdraw()} disabledReason={guardianReason}>
            {state === 'waiting' ? t('withdraw') : t('giveUp')}
          </Button>
        </div>
      )}
      {player.filled && onRegisterAgain && (
        <>
          <p className={styles.muted}>{t('stillFilled')}</p>
          <Button onClick={() => onRegisterAgain(registrationPlayerId)}>{t('fillInAgain', { name: firstName })}</Button>
        </>
      )}
    </li>
  )
}

/** The deposit of a waiting player: whether it is still owed, how it is paid, and whether that is possible now. */
function depositOf({
  state,
  depositInCents,
  isDepositPaid,
  payWays,
  rests: isOnHold,
  over: endedOptions,
}: RegisteredPlayer) {
  const owesDeposit = state === 'waiting' && depositInCents > 0 && !isDepositPaid
  const isOnline = payWays.includes('ONLINE')
  const owedKey: 'depositRests' | 'depositOwed' | 'depositBill' = !isOnline
    ? 'depositBill'
    : isOnHold
      ? 'depositRests'
      : 'depositOwed'
  return { owesDeposit, owedKey, isDepositPayable: owesDeposit && isOnline && !isOnHold && endedOptions.length === 0 }
}

/** What the player's state means for the family. */
function Standing({ player, timezone }: { player: RegisteredPlayer; timezone: string }) {
  const t = useTexts('register', english)
  const { state, before: aheadInLine, heldUntil, priceInCents, depositInCents, isDepositPaid, unpayable } = player
  const { codeLost: lostCode, lacking: missingAnswers, over: endedOptions, rests: isOnHold } = player
  const isOver = endedOptions.length > 0
  const deposit = { sum: moneyText(depositInCents) }
  return (
    <>
      {state === 'waiting' && !isOver && (
        <p className={styles.muted}>
          {aheadInLine === 0 || aheadInLine === null ? t('firstInLine') : t('inLine', { count: aheadInLine })}
        </p>
      )}
      {isOnHold && <p className={styles.text}>{t('rests')}</p>}
      {missingAnswers.length > 0 && <p className={styles.text}>{t('lacking', { names: listText(missingAnswers) })}</p>}
      {unpayable && !isOver && <p className={styles.text}>{t('unpayable')}</p>}
      {isOver && <p className={styles.text}>{t('over', { names: listText(endedOptions) })}</p>}
      {state === 'waiting' && depositInCents > 0 && (isDepositPaid || !(isOver || unpayable)) && (
        <p className={styles.text}>{t(isDepositPaid ? 'depositPaid' : depositOf(player).owedKey, deposit)}</p>
      )}
      {state === 'offered' && heldUntil && (
        <p className={styles.text}>
          {t('offeredUntil', { when: dateTimeText(heldUntil, timezone), price: moneyText(priceInCents) })}
          {isDepositPaid && ` ${t('depositPaid', deposit)}`}
        </p>
      )}
      {lostCode && (
        <Notice tone="warning">
          {t('codeLost', {
            code: lostCode.codeTitle,
            now: moneyText(priceInCents),
            before: lostCode.priceInCents === 0 ? t('free') : moneyText(lostCode.priceInCents),
          })}
        </Notice>
      )}
    </>
  )
}

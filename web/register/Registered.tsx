import { useId, useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { ApiProblem, callApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Badge, Notice, type Tone } from '../kit/Badge.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { Countdown } from '../kit/Countdown.tsx'
import { Failure } from '../kit/Failure.tsx'
import { dateTimeText, listText, moneyText } from '../kit/format.ts'
import { Radios } from '../kit/Radios.tsx'
import { paths } from '../paths.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import type { Family, OpenRegistration } from './formValues.ts'
import { openPayment } from './openPayment.ts'
import styles from './Register.module.css'
import english from './texts.en.json'

type RegisteredPlayer = Family['registered'][number]
type PayWay = RegisteredPlayer['payWays'][number]
type Props = {
  registration: OpenRegistration
  registered: RegisteredPlayer[]
  refetch: () => Promise<unknown>
  /** Registers a player again who lost their place, with the details filled in before. */
  onRegisterAgain?: (registrationPlayerId: string) => void
}
const stateTones: Record<RegisteredPlayer['state'], Tone> = {
  registered: 'success',
  paying: 'warning',
  waiting: 'plain',
  offered: 'primary',
  cancelled: 'plain',
}

/** The family's registered players, their state, and what happens next. */
export function Registered({ registration, registered, refetch, onRegisterAgain }: Props) {
  const t = useTexts('register', english)
  const id = useId()
  if (registered.length === 0) return null
  const hasState = (state: RegisteredPlayer['state']) => registered.some((each) => each.state === state)
  return (
    <Card aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('yourPlayers')}
      </h2>
      <ul className={styles.children} data-unkept="">
        {registered.map((player) => (
          <RegisteredPlayerItem
            key={player.registrationPlayerId}
            registration={registration}
            player={player}
            refetch={refetch}
            {...(onRegisterAgain && { onRegisterAgain })}
          />
        ))}
      </ul>
      {hasState('registered') && (
        <>
          <p className={styles.text}>{t('next')}</p>
          <div className={styles.links}>
            <ButtonLink to={paths.myPayments()}>{t('seePayments')}</ButtonLink>
            <ButtonLink to={paths.today()}>{t('openToday')}</ButtonLink>
          </div>
        </>
      )}
    </Card>
  )
}

type RegisteredPlayerItemProps = Pick<Props, 'registration' | 'refetch' | 'onRegisterAgain'> & {
  player: RegisteredPlayer
}
function RegisteredPlayerItem({ registration, player, refetch, onRegisterAgain }: RegisteredPlayerItemProps) {
  const t = useTexts('register', english)
  const [problem, setProblem] = useState<ApiProblem>()
  const [busy, setBusy] = useState(false)
  const {
    registrationPlayerId,
    firstName,
    state,
    isMine,
    isTakenOver,
    before: aheadInLine,
    heldUntil,
    priceInCents,
    payWays,
  } = player
  const {
    depositInCents,
    isDepositPaid,
    codeLost: lostCode,
    lacking: missingAnswers,
    over: endedOptions,
    rests: isOnHold,
    unpayable,
  } = player
  const isOver = endedOptions.length > 0
  const owesDeposit = state === 'waiting' && depositInCents > 0 && !isDepositPaid
  const isOnline = payWays.includes('ONLINE')
  const paysNow = isMine && (state === 'paying' || (owesDeposit && isOnline && !isOnHold && !isOver))
  const depositKey = isOnHold && isOnline ? 'depositRests' : isOnline ? 'depositOwed' : 'depositBill'
  const isOpen = state === 'offered' || state === 'waiting' || state === 'paying'
  const [chosenWay, setChosenWay] = useState<PayWay | ''>('')
  const payWay = payWays.length === 1 ? payWays[0] : chosenWay || undefined
  const guardianReason = useWhyCannot()({ grownUp: 'signed_in' })
  const payWayReason = payWays.length === 0 ? t('noWayToPay') : payWay === undefined ? t('choosePayWay') : undefined
  async function run(action: () => Promise<unknown>) {
    setBusy(true)
    setProblem(undefined)
    try {
      await action()
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setProblem(error)
    } finally {
      await refetch()
      setBusy(false)
    }
  }
  const input = { registrationId: registration.id }
  const acceptPlace = (payBy: PayWay) =>
    run(async () => {
      const { players } = await callApi(
        'POST /rest-api/register/{registrationId}/accept',
        { ...input, body: { registrationPlayerId, payBy, priceInCents } },
        { handles: ['failures'] },
      )
      if (players.some((each) => each.state === 'paying')) await openPayment(registration.id, players)
    })
  async function withdraw() {
    if (
      !(await confirm({
        title: t(state === 'waiting' ? 'withdrawTitle' : 'giveUpTitle', { name: firstName }),
        lost: [
          t('withdrawLost'),
          ...(state === 'paying' ? [t('withdrawPayment')] : []),
          ...(isDepositPaid ? [t('withdrawDeposit')] : []),
        ].join(' '),
        yes: t(state === 'waiting' ? 'withdraw' : 'giveUp'),
      }))
    )
      return
    await run(() =>
      callApi(
        'POST /rest-api/register/{registrationId}/withdraw',
        { ...input, body: { registrationPlayerId } },
        { handles: ['failures'] },
      ),
    )
  }
  return (
    <li>
      <div className={styles.child}>
        <Avatar name={fullName(player)} id={player.playerId} />
        <strong>{fullName(player)}</strong>
        <Badge tone={stateTones[state]}>{t(`state_${state}`)}</Badge>
      </div>
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
        <p className={styles.text}>
          {t(isDepositPaid ? 'depositPaid' : depositKey, { sum: moneyText(depositInCents) })}
        </p>
      )}
      {state === 'offered' && heldUntil && (
        <p className={styles.text}>
          {t('offeredUntil', {
            when: dateTimeText(heldUntil, registration.organization.timezone),
            price: moneyText(priceInCents),
          })}
          {isDepositPaid && ` ${t('depositPaid', { sum: moneyText(depositInCents) })}`}
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
          beforeLastHour={t('heldUntil', { when: dateTimeText(heldUntil, registration.organization.timezone) })}
          onExpired={refetch}
        >
          {(time) => (time === undefined ? t('holdOver') : t('heldFor', { time }))}
        </Countdown>
      )}
      {problem && <Failure text={problemText(problem)} />}
      {paysNow && (
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
      {isOpen && isTakenOver && <p className={styles.muted}>{t('takenOver', { name: firstName })}</p>}
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

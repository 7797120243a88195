import { useId, useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { type AnswerOf, ApiProblem, callApi, useApi } from '../api.ts'
import { useProblemText, useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { Failure } from '../kit/Failure.tsx'
import { Field } from '../kit/Field.tsx'
import { dateText, moneyText } from '../kit/format.ts'
import { Radios } from '../kit/Radios.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import type { Head } from './filled.ts'
import styles from './Register.module.css'
import english from './texts.en.json'

const READ = 'GET /rest-api/register/{registrationId}/summary'
type Summary = AnswerOf<typeof READ>
type Props = {
  head: Head
  edit: (registrationPlayerId: string) => void
  add: () => void
  reread: () => Promise<unknown>
  sent: () => Promise<unknown>
}

/** The second step: what was filled in for whom, what it costs, and how it is paid. */
export function SummaryStep({ head, ...props }: Props) {
  const t = useTexts('register', english)
  const read = useApi(READ, { registrationId: head.id }, { handles: ['failures'] })
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
        <Shown
          head={head}
          summary={summary}
          keep={(changed) => void read.mutate(changed, { revalidate: false })}
          again={read.mutate}
          {...props}
        />
      )}
    </Loaded>
  )
}

type ShownProps = Props & { summary: Summary; keep: (changed: Summary) => void; again: () => Promise<unknown> }
function Shown({ head, summary, keep, again, edit, add, reread, sent }: ShownProps) {
  const t = useTexts('register', english)
  const headingId = useId()
  const remove = useSave('DELETE /rest-api/register/{registrationId}/details/{registrationPlayerId}', {
    failed: t('notRemoved'),
  })
  async function takeAway({ registrationPlayerId, firstName }: Summary['players'][number]) {
    if (!(await confirm({ title: t('removeTitle', { name: firstName }), lost: t('removeLost'), yes: t('remove') })))
      return
    await remove.save({ registrationId: head.id, registrationPlayerId })
    await Promise.all([again(), reread()])
  }
  if (summary.players.length === 0)
    return (
      <Card>
        <p className={styles.text}>{t('nothingYet')}</p>
        <Button kind="primary" onClick={add}>
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
        <ul className={styles.children}>
          {summary.players.map((player) => (
            <li key={player.registrationPlayerId}>
              <div className={styles.child}>
                <Avatar name={fullName(player)} id={player.registrationPlayerId} />
                <strong>{fullName(player)}</strong>
                <Button kind="quiet" onClick={() => edit(player.registrationPlayerId)}>
                  {t('change')}
                </Button>
                <Button kind="quiet" onClick={() => void takeAway(player)}>
                  {t('remove')}
                </Button>
              </div>
              <dl className={styles.bill}>
                {player.lines.map(({ name, quantity, cents }) => (
                  <div key={name}>
                    <dt>{quantity > 1 ? `${name} × ${quantity}` : name}</dt>
                    <dd>{moneyText(cents)}</dd>
                  </div>
                ))}
                {player.reductions.map(({ name, cents }) => (
                  <div key={name} className={styles.less}>
                    <dt>{name}</dt>
                    <dd>−{moneyText(cents)}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
        <dl className={styles.bill}>
          <div className={styles.total}>
            <dt>{t('total')}</dt>
            <dd>{summary.totalInCents === 0 ? t('free') : moneyText(summary.totalInCents)}</dd>
          </div>
        </dl>
        <Button onClick={add}>{t('addChild')}</Button>
      </Card>
      {summary.hasPromoCodes && <PromoCode head={head} summary={summary} keep={keep} />}
      <Pay head={head} summary={summary} keep={keep} again={again} edit={edit} sent={sent} />
    </>
  )
}

type Kept = { head: Head; summary: Summary; keep: (changed: Summary) => void }
function PromoCode({ head, summary, keep }: Kept) {
  const t = useTexts('register', english)
  const sayProblem = useProblemText()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function use(typed: string | null) {
    setBusy(true)
    setFault(undefined)
    try {
      const input = { registrationId: head.id, body: { code: typed } }
      keep(await callApi('POST /rest-api/register/{registrationId}/promo-code', input, { handles: ['failures'] }))
      setCode('')
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setFault(sayProblem(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card aria-label={t('promoCode')}>
      {summary.promoCode ? (
        <div className={styles.child}>
          <span>{t('promoUsed', { code: summary.promoCode.codeTitle })}</span>
          <Button kind="quiet" busy={busy} onClick={() => void use(null)}>
            {t('remove')}
          </Button>
        </div>
      ) : (
        <form
          className={styles.code}
          onSubmit={(event) => {
            event.preventDefault()
            void use(code)
          }}
        >
          <Field
            label={t('promoCode')}
            value={code}
            onChange={setCode}
            fault={fault}
            autoComplete="off"
            autoCapitalize="characters"
          />
          <Button type="submit" busy={busy} {...(code.trim() === '' && { disabledReason: t('typeCode') })}>
            {t('use')}
          </Button>
        </form>
      )}
    </Card>
  )
}

type Way = Summary['payWays'][number]
type PayProps = Kept & { again: () => Promise<unknown>; edit: (id: string) => void; sent: () => Promise<unknown> }
function Pay({ head, summary, keep, again, edit, sent }: PayProps) {
  const t = useTexts('register', english)
  const sayProblem = useProblemText()
  const [chosen, choose] = useState<Way | ''>('')
  const [problem, setProblem] = useState<ApiProblem>()
  const [busy, setBusy] = useState(false)
  const plan = useSave('POST /rest-api/register/{registrationId}/payment-plan', { failed: t('notSaved') })
  const { payWays, totalInCents, isFull, waitingList, parts, processingFeeInCents } = summary
  const way = payWays.length === 1 ? payWays[0] : chosen || undefined
  const ids = summary.players.map(({ registrationPlayerId }) => registrationPlayerId)

  async function finish(wait: boolean) {
    setBusy(true)
    setProblem(undefined)
    try {
      const body = { registrationPlayerIds: ids, totalInCents, payBy: way ?? 'NONE', ...(wait && { wait }) }
      const input = { registrationId: head.id, body }
      await callApi('POST /rest-api/register/{registrationId}/finalize', input, { handles: ['failures'] })
      await sent()
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setProblem(error)
      await again()
    } finally {
      setBusy(false)
    }
  }
  const hasToWait = isFull || problem?.code === 'registration_full'
  const blocked = payWays.length === 0 ? t('noWayToPay') : way === undefined ? t('choosePayWay') : undefined
  return (
    <Card aria-label={t('payment')}>
      <h2 className={styles.title}>{t('payment')}</h2>
      {summary.paymentPlanEnabled && totalInCents > 0 && (
        <Radios
          label={t('when')}
          value={summary.byPlan ? 'plan' : 'once'}
          onChange={async (when) => {
            const changed = await plan.save({ registrationId: head.id, body: { byPlan: when === 'plan' } })
            if (changed) keep(changed)
          }}
          options={[
            { value: 'once', label: t('atOnce') },
            { value: 'plan', label: t('inParts') },
          ]}
        />
      )}
      {parts.length > 1 && (
        <dl className={styles.bill}>
          {parts.map(({ amountInCents, dueOn }) => (
            <div key={dueOn}>
              <dt>{t('dueOn', { day: dateText(dueOn) })}</dt>
              <dd>{moneyText(amountInCents)}</dd>
            </div>
          ))}
        </dl>
      )}
      {payWays.length > 1 && (
        <Radios
          label={t('how')}
          required
          value={chosen}
          onChange={choose}
          options={payWays.map((each) => ({
            value: each,
            label: t(`pay_${each}`),
            hint:
              each === 'ONLINE' && processingFeeInCents > 0
                ? t('feeOnTop', { fee: moneyText(processingFeeInCents) })
                : undefined,
          }))}
        />
      )}
      {way === 'BILL' && <p className={styles.text}>{t('billHint')}</p>}
      {way === 'ONLINE' && <p className={styles.text}>{t('onlineHint')}</p>}
      {problem && (
        <Failure text={sayProblem(problem)}>
          {problem.code === 'registration_changed' && ids[0] !== undefined && (
            <Button kind="quiet" onClick={() => edit(ids[0] ?? '')}>
              {t('lookAgain')}
            </Button>
          )}
        </Failure>
      )}
      {hasToWait && <Notice tone="warning">{waitingList ? t('fullWait') : t('fullNoWait')}</Notice>}
      <div className={styles.finish}>
        {hasToWait ? (
          waitingList && (
            <Button kind="primary" wide busy={busy} onClick={() => void finish(true)}>
              {t('joinWaitingList')}
            </Button>
          )
        ) : (
          <Button
            kind="primary"
            wide
            busy={busy}
            onClick={() => void finish(false)}
            {...(blocked !== undefined && { disabledReason: blocked })}
          >
            {way === 'ONLINE'
              ? t('registerAndPay', { sum: moneyText((parts[0]?.amountInCents ?? 0) + processingFeeInCents) })
              : t('register')}
          </Button>
        )}
      </div>
    </Card>
  )
}

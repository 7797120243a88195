import { useState } from 'react'
import { type TrackType, trackTypes } from '#shared/rules/registrations/tracking.ts'
import { fullName } from '#shared/rules/names.ts'
import { type AnswerOf, callApi, useApi } from '../../api.ts'
import { useTexts } from '../../i18n.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Card } from '../../kit/Card.tsx'
import { Chart } from '../../kit/Chart.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { dateText, dateTimeText, moneyText, numberText } from '../../kit/format.ts'
import { ChevronRightIcon } from '../../kit/icons.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Select } from '../../kit/Select.tsx'
import { EmptyState } from '../../kit/States.tsx'
import { type Column, Table } from '../../kit/Table.tsx'
import { saveFile } from '../../saveFile.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import type { Details } from '../BuilderScreen.tsx'
import { ListSkeleton } from '../ListSkeleton.tsx'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'

const TRACK = 'GET /rest-api/registration/track/{registrationId}'
const TOTALS = 'GET /rest-api/registration/track/{registrationId}/totals'
const CSV = 'GET /rest-api/registration/track/{registrationId}/csv'
const ENTRY = 'GET /rest-api/registration/track/{registrationId}/entry'
type Line = AnswerOf<typeof TRACK>['entries'][number]

/** Who has registered, what they answered, and what it brings. */
export function TrackStep({ details }: { details: Details }) {
  const { registrationId } = details
  return (
    <div className={styles.parts}>
      <Totals registrationId={registrationId} />
      <Entries details={details} />
    </div>
  )
}

function Totals({ registrationId }: { registrationId: string }) {
  const t = useTexts('registrations', english)
  const read = useApi(TOTALS, { registrationId }, { handles: ['failures'] })
  return (
    <Loaded read={read} skeleton={<ListSkeleton label={t('loading')} rows={2} />} failed={t('totalsFailed')}>
      {({ registered, paying, waiting, priceInCents, days, options }) => (
        <Card className={styles.part} aria-label={t('step_track')}>
          <dl className={styles.figures}>
            {(
              [
                [t('REGISTERED'), numberText(registered)],
                [t('PAYING'), numberText(paying)],
                [t('WAITING'), numberText(waiting)],
                [t('money'), moneyText(priceInCents)],
              ] as const
            ).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {days.length > 0 && (
            <>
              <Chart
                kind="bar"
                label={t('chartPeople')}
                head={t('day')}
                rows={days.map(({ day, registered: count }) => ({ name: dateText(day), values: { count } }))}
                series={[{ key: 'count', label: t('REGISTERED') }]}
                format={(value) => numberText(value)}
              />
              <Chart
                kind="bar"
                label={t('chartMoney')}
                head={t('day')}
                rows={days.map(({ day, priceInCents: cents }) => ({ name: dateText(day), values: { cents } }))}
                series={[{ key: 'cents', label: t('money'), color: 'success' }]}
                format={(value) => moneyText(value)}
              />
              <ul className={styles.list} aria-label={t('options')}>
                {options.map(({ id, name, registered: taken, places }) => (
                  <li key={id} className={styles.row}>
                    <span className={styles.what}>{name}</span>
                    <span className={styles.figure}>{places === null ? taken : `${taken} / ${places}`}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Card>
      )}
    </Loaded>
  )
}

const tones = { REGISTERED: 'success', PAYING: 'primary', WAITING: 'warning', CANCELLED: 'plain' } as const

function Entries({ details }: { details: Details }) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const [trackType, setType] = useState<TrackType | ''>('')
  const [filter, setFilter] = useState('')
  const [page, turn] = useState(0)
  const [shown, show] = useState<Line>()
  const query = { ...(trackType && { trackType }), ...(filter.trim() && { filter: filter.trim() }) }
  const input = { registrationId, query: { ...query, page: String(page) } }
  const read = useApi(TRACK, input, { handles: ['failures'], keepPreviousData: true })
  async function save() {
    const content = await callApi(CSV, { registrationId, query })
    saveFile(content, `${details.setup.name || 'registration'}.csv`)
  }
  const columns: Column<Line>[] = [
    { key: 'name', head: t('player'), width: 'minmax(0, 1.5fr)', cell: fullName },
    {
      key: 'type',
      head: t('status'),
      width: '8em',
      cell: (line) => <Badge tone={tones[line.trackType]}>{t(line.trackType)}</Badge>,
    },
    { key: 'options', head: t('chosen'), cell: ({ options }) => options.join(', ') },
    { key: 'price', head: t('price'), width: '7em', align: 'end', cell: (line) => moneyText(line.priceInCents) },
    {
      key: 'at',
      head: t('day'),
      width: '8em',
      cell: (line) => dateText(line.registeredAt, details.organization.timezone),
    },
  ]
  return (
    <Card className={styles.part} aria-label={t('people')}>
      <h2>{t('people')}</h2>
      <div className={styles.filters}>
        <SearchField
          label={t('searchPlayers')}
          value={filter}
          onChange={(typed) => {
            setFilter(typed)
            turn(0)
          }}
        />
        <Select
          label={t('status')}
          value={trackType}
          onChange={(value) => {
            setType(value)
            turn(0)
          }}
          options={[
            { value: '' as const, label: t('anyStatus') },
            ...trackTypes.map((value) => ({ value, label: t(value) })),
          ]}
        />
        <Button onClick={() => void save()}>{t('exportCsv')}</Button>
      </div>
      <Loaded
        read={read}
        skeleton={<ListSkeleton label={t('loading')} />}
        failed={t('trackFailed')}
        empty={{
          when: ({ entries }) => entries.length === 0 && page === 0,
          show: <EmptyState title={t('nobodyRegistered')} hint={t('nobodyRegisteredHint')} />,
        }}
      >
        {({ entries, more }) => (
          <>
            <Table
              label={t('people')}
              rows={entries}
              columns={columns}
              keyOf={({ playerId }) => playerId}
              nameOf={fullName}
              actions={(line) => (
                <IconButton label={t('openEntry', { name: fullName(line) })} onClick={() => show(line)}>
                  <ChevronRightIcon />
                </IconButton>
              )}
            />
            {(more || page > 0) && (
              <div className={styles.buttons}>
                <Button onClick={() => turn(page - 1)} {...(page === 0 && { disabledReason: t('firstPage') })}>
                  {t('newer')}
                </Button>
                <Button onClick={() => turn(page + 1)} {...(!more && { disabledReason: t('lastPage') })}>
                  {t('older')}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      <Dialog opened={shown !== undefined} close={() => show(undefined)} title={shown ? fullName(shown) : ''}>
        {shown && <Entry details={details} playerId={shown.playerId} />}
      </Dialog>
    </Card>
  )
}

function Entry({ details, playerId }: { details: Details; playerId: string }) {
  const t = useTexts('registrations', english)
  const { registrationId, organization } = details
  const read = useApi(ENTRY, { registrationId, query: { playerId } }, { handles: ['failures'] })
  return (
    <Loaded read={read} skeleton={<ListSkeleton label={t('loading')} />} failed={t('trackFailed')}>
      {({ lines, reductions, priceInCents, answers, signed }) => (
        <div className={styles.parts}>
          <dl className={styles.facts}>
            {[
              ...lines.map(({ name, quantity, cents }) => [
                quantity > 1 ? `${quantity} × ${name}` : name,
                moneyText(cents),
              ]),
              ...reductions.map(({ name, cents }) => [name, `− ${moneyText(cents)}`]),
              [t('price'), moneyText(priceInCents)],
              ...answers.map(({ question, answer, url }) => [
                question,
                url ? (
                  <a key={question} href={url} target="_blank" rel="noopener noreferrer">
                    {answer}
                  </a>
                ) : (
                  answer || '–'
                ),
              ]),
              ...signed.map(({ title, name, signedAt }) => [
                title,
                `${name}, ${dateTimeText(signedAt, organization.timezone)}`,
              ]),
            ].map(([name, value], i) => (
              // oxlint-disable-next-line react/no-array-index-key -- two questions may be asked alike
              <div key={i} className={styles.fact}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Loaded>
  )
}

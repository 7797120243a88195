import { useState } from 'react'
import { Avatar } from '../Avatar.tsx'
import { Badge } from '../Badge.tsx'
import { dateText, moneyText } from '../format.ts'
import { Menu } from '../Menu.tsx'
import { LoadMore } from '../Paging.tsx'
import { Segmented } from '../Radios.tsx'
import { EmptyState } from '../States.tsx'
import { type Column, Table } from '../Table.tsx'
import styles from './Catalogue.module.css'
import { names } from './names.ts'

type Player = ReturnType<typeof names>[number]
const columns: Column<Player>[] = [
  {
    key: 'name',
    head: 'Name',
    width: 'minmax(0, 2fr)',
    sort: (one, other) => one.name.localeCompare(other.name),
    cell: ({ id, name }) => (
      <span className={styles.row}>
        <Avatar name={name} id={id} size="small" />
        {name}
      </span>
    ),
  },
  {
    key: 'number',
    head: 'Number',
    width: '6em',
    align: 'end',
    sort: (a, b) => a.number - b.number,
    cell: (row) => row.number,
  },
  { key: 'team', head: 'Team', cell: (row) => row.team },
  {
    key: 'born',
    head: 'Born',
    priority: 'low',
    sort: (a, b) => a.born.localeCompare(b.born),
    cell: (row) => dateText(row.born),
  },
  {
    key: 'due',
    head: 'Due',
    align: 'end',
    width: '8em',
    sort: (a, b) => a.due - b.due,
    cell: ({ due }) => (due > 30_000 ? <Badge tone="danger">{moneyText(due)}</Badge> : moneyText(due)),
  },
]
const sizes = ['0', '1', '50', '10000']

export function Tables() {
  const [size, setSize] = useState(new URLSearchParams(location.search).get('rows') ?? '50')
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set(['p1']))
  const rows = names(Number(size))
  return (
    <>
      <Segmented
        label="Rows"
        value={size}
        onChange={setSize}
        options={sizes.map((value) => ({ value, label: value }))}
      />
      {rows.length === 0 ? (
        <EmptyState title="No players yet" hint="Players you add stand here." />
      ) : (
        <Table
          label="Players"
          rows={rows}
          columns={columns}
          keyOf={keyOf}
          nameOf={({ name }) => name}
          to={({ id }) => `/${id}`}
          choice={{ chosen, choose }}
          actions={({ name }) => (
            <Menu about={name} items={[{ label: 'Remove', danger: true, run: () => undefined }]} />
          )}
        />
      )}
      <LoadMore shown={50} load={() => undefined} />
    </>
  )
}
const keyOf = ({ id }: Player) => id

import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { confirm } from '../kit/confirm.ts'
import { dateText, readerZone } from '../kit/format.ts'
import { AcademyIcon } from '../kit/icons.tsx'
import { Menu } from '../kit/Menu.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import type { AnswerOf } from '../api.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './Academy.module.css'
import { BIN, refreshes } from './place.ts'
import english from './texts.en.json'
import { kindOf, KindIcon } from './types.tsx'

type BinItem = AnswerOf<typeof BIN>['items'][number]

/** Deleted items that can still be restored, and until when. */
export function Bin({ orgId }: { orgId: string }) {
  const t = useTexts('academy', english)
  const read = useApi(BIN, { orgId }, { handles: ['failures'] })
  const restore = useSave('POST /rest-api/academy/storage/organization/{orgId}/restore', {
    refreshes,
    saved: t('restored'),
    failed: t('saveFailed'),
  })
  const emptyBin = useSave('DELETE /rest-api/academy/storage/organization/{orgId}/bin', {
    refreshes,
    saved: t('removed'),
    failed: t('saveFailed'),
  })
  async function deleteForGood({ id, name }: BinItem) {
    const yes = await confirm({ title: t('forGoodOne', { name }), lost: t('forGoodLost'), yes: t('forGood') })
    if (yes) await emptyBin.save({ orgId, body: { ids: [id] } })
  }
  const columns: Column<BinItem>[] = [
    {
      key: 'name',
      head: t('name'),
      width: 'minmax(0, 3fr)',
      cell: (item) => (
        <span className={styles.name}>
          <KindIcon item={item} />
          <span>{item.name}</span>
        </span>
      ),
    },
    { key: 'kind', head: t('kind'), width: '9em', cell: (item) => t(kindOf(item)) },
    { key: 'goes', head: t('goesOn'), width: '11em', cell: ({ goesAt }) => dateText(goesAt, readerZone()) },
  ]
  return (
    <Loaded
      read={read}
      failed={t('failed')}
      skeleton={
        <Skeletons label={t('loading')}>
          <Skeleton height="48px" />
        </Skeletons>
      }
      empty={{
        when: ({ items }) => items.length === 0,
        show: <EmptyState title={t('binEmpty')} hint={t('binHint')} icon={<AcademyIcon size={32} />} />,
      }}
    >
      {({ items }) => (
        <Table
          label={t('bin')}
          rows={items}
          columns={columns}
          keyOf={keyOf}
          nameOf={({ name }) => name}
          actions={(item) => (
            <Menu
              about={item.name}
              items={[
                { label: t('restore'), run: () => void restore.save({ orgId, body: { ids: [item.id] } }) },
                {
                  label: t('forGood'),
                  danger: true,
                  run: () => void deleteForGood(item),
                  ...(!item.forGood && { disabledReason: t('forGoodNotYours') }),
                },
              ]}
            />
          )}
        />
      )}
    </Loaded>
  )
}
const keyOf = ({ id }: BinItem) => id

import { ProgressList } from '../../ui/progress-list.tsx'
import { useStore } from '../../ui/store.ts'
import { blocksProgress } from '../flow/blocks-progress.ts'

/** How many slides are blocks already, while they are turned into them. */
export function BlocksProgress() {
  const work = useStore(blocksProgress)
  if (!work) return null
  const { done, all, cancel } = work
  const item = {
    ...{ id: 'blocks', name: 'Making blocks', progress: done / all, text: `${done}/${all}` },
    ...{ cancelLabel: 'Cancel turning slides into blocks', canCancel: true, cancel },
  }
  return <ProgressList label="Slides" items={[item]} />
}

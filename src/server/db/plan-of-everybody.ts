import { IdentifierNode, type KyselyPlugin, type OperationNode, type QueryId, TableNode } from 'kysely'
import type { Plan } from '../../rules/plans.ts'

/** The tables with a plan: a user's, and a team's. */
const withPlan: ReadonlySet<string> = new Set(['users', 'teams'])

function hasPlan(node: OperationNode): boolean {
  if (node.kind === 'AliasNode') return hasPlan((node as unknown as { readonly node: OperationNode }).node)
  return TableNode.is(node) && IdentifierNode.is(node.table.identifier) && withPlan.has(node.table.identifier.name)
}

/** The tables whose rows a statement answers. */
function tablesOf(node: OperationNode): readonly OperationNode[] {
  const { from, joins, into, table } = node as {
    readonly from?: { readonly froms?: readonly OperationNode[] }
    readonly joins?: readonly { readonly table: OperationNode }[]
    readonly into?: OperationNode
    readonly table?: OperationNode
  }
  return [...(from?.froms ?? []), ...(joins ?? []).map((join) => join.table), into, table].filter((one) => !!one)
}

/**
 * Where nobody pays, every user and team is read with this plan, whatever is kept of them: by whoever asks, so that no place can
 * forget it. What is kept stays, and counts again once the instance bills.
 */
export function planOfEverybody(plan: Plan): KyselyPlugin {
  const ofPeople = new WeakSet<QueryId>()
  return {
    transformQuery: ({ node, queryId }) => {
      if (tablesOf(node).some(hasPlan)) ofPeople.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (!ofPeople.has(queryId)) return result
      return { ...result, rows: result.rows.map((row) => ('plan' in row ? { ...row, plan } : row)) }
    },
  }
}

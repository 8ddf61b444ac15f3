import type { Kinds } from '#server/draws/kind.ts';
import { command as alarmList } from './alarm-list.ts';
import { command as alarmSeen } from './alarm-seen.ts';
import { command as clockAdvance } from './clock-advance.ts';
import { command as clockSet } from './clock-set.ts';
import { command as clockShow } from './clock-show.ts';
import { command as clubAdd } from './club-add.ts';
import { command as clubBank } from './club-bank.ts';
import { command as clubClose } from './club-close.ts';
import { command as clubPay } from './club-pay.ts';
import { command as clubRename } from './club-rename.ts';
import { command as clubShow } from './club-show.ts';
import type { Command } from './command.ts';
import { command as drawCancel } from './draw-cancel.ts';
import { command as drawClose } from './draw-close.ts';
import { command as drawCloseAt } from './draw-close-at.ts';
import { command as drawConfirm } from './draw-confirm.ts';
import { command as drawCount } from './draw-count.ts';
import { command as drawEnter } from './draw-enter.ts';
import { command as drawImport } from './draw-import.ts';
import { command as drawList } from './draw-list.ts';
import { command as drawMove } from './draw-move.ts';
import { command as drawPay } from './draw-pay.ts';
import { command as drawPlan } from './draw-plan.ts';
import { command as drawRelease } from './draw-release.ts';
import { command as drawReport } from './draw-report.ts';
import { command as drawSettle } from './draw-settle.ts';
import { command as exportRegulator } from './export-regulator.ts';
import { command as historyImport } from './history-import.ts';
import { command as leagueClose } from './league-close.ts';
import { command as leaguePay } from './league-pay.ts';
import { command as leagueShow } from './league-show.ts';
import { command as ledgerCheck } from './ledger-check.ts';
import { command as ledgerStatement } from './ledger-statement.ts';
import { command as operatorAdd } from './operator-add.ts';
import { command as operatorInstall } from './operator-install.ts';
import { command as operatorKey } from './operator-key.ts';
import { command as operatorList } from './operator-list.ts';
import { command as operatorRemove } from './operator-remove.ts';
import { command as operatorRevoke } from './operator-revoke.ts';
import { command as paymentsChargeback } from './payments-chargeback.ts';
import { command as paymentsChargebackWon } from './payments-chargeback-won.ts';
import { command as paymentsHeld } from './payments-held.ts';
import { command as paymentsPayHeld } from './payments-pay-held.ts';
import { command as paymentsReconcile } from './payments-reconcile.ts';
import { command as paymentsShow } from './payments-show.ts';
import { command as playersCreate } from './players-create.ts';
import { command as playersErase } from './players-erase.ts';
import { command as playersShow } from './players-show.ts';
import { command as playersUnlock } from './players-unlock.ts';
import { command as poolCancel } from './pool-cancel.ts';
import { command as poolClose } from './pool-close.ts';
import { command as poolOpen } from './pool-open.ts';
import { command as poolShow } from './pool-show.ts';
import { command as poolTicket } from './pool-ticket.ts';
import { command as prizeClaim } from './prize-claim.ts';
import { command as prizeList } from './prize-list.ts';
import { command as prizeRelease } from './prize-release.ts';
import { command as programImport } from './program-import.ts';
import { command as programList } from './program-list.ts';
import { command as programLots } from './program-lots.ts';
import { command as programMatch } from './program-match.ts';
import { command as programMoveMatch } from './program-move-match.ts';
import { command as programShow } from './program-show.ts';
import { command as promotionAdd } from './promotion-add.ts';
import { command as promotionList } from './promotion-list.ts';
import { command as promotionRemove } from './promotion-remove.ts';
import { command as raffleConfirm } from './raffle-confirm.ts';
import { command as raffleEnter } from './raffle-enter.ts';
import { command as rafflePay } from './raffle-pay.ts';
import { command as randomCollect } from './random-collect.ts';
import { command as scriptsCheck } from './scripts-check.ts';
import { command as securityCheck } from './security-check.ts';
import { command as subscriptionShow } from './subscription-show.ts';
import { command as subscriptionTerminate } from './subscription-terminate.ts';
import { command as teamHide } from './team-hide.ts';
import { command as teamRename } from './team-rename.ts';
import { command as teamReports } from './team-reports.ts';

const programs: readonly Command[] = [
  ...[programImport, programList, programShow],
  ...[programMatch, programMoveMatch, programLots],
];

const clubs: readonly Command[] = [
  ...[clubAdd, clubRename, clubClose, clubBank, clubPay, clubShow],
  ...[poolOpen, poolTicket, poolClose, poolCancel, poolShow],
  ...[teamReports, teamRename, teamHide],
  ...[leagueShow, leagueClose, leaguePay],
];

const operators: readonly Command[] = [
  operatorList,
  operatorKey,
  operatorInstall,
  operatorAdd,
  operatorRemove,
  operatorRevoke,
];

/** Every command there is, in the order of the help. */
export const commandsOf = (kinds: Kinds): readonly Command[] => [
  drawList,
  drawPlan,
  drawRelease,
  drawCloseAt,
  drawClose,
  drawEnter(kinds),
  drawConfirm(kinds),
  drawCount,
  drawImport,
  drawSettle,
  drawPay,
  drawReport,
  drawCancel,
  drawMove,
  ...programs,
  prizeList,
  ...clubs,
  prizeClaim,
  prizeRelease,
  promotionAdd,
  promotionList,
  promotionRemove,
  raffleEnter,
  raffleConfirm,
  rafflePay,
  paymentsShow,
  paymentsReconcile,
  paymentsChargeback,
  paymentsChargebackWon,
  paymentsHeld,
  paymentsPayHeld,
  subscriptionShow,
  subscriptionTerminate,
  alarmList,
  alarmSeen,
  clockShow,
  clockAdvance,
  clockSet,
  playersCreate,
  playersShow,
  playersUnlock,
  playersErase,
  ...operators,
  ledgerCheck,
  ledgerStatement,
  scriptsCheck,
  securityCheck,
  randomCollect,
  historyImport,
  exportRegulator,
];

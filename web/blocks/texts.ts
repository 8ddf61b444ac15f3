/** What pages ask of the catalogue for the sections and blocks that they show. */

export const resultTexts = `
  games.eurojackpot.bonusName games.eurojackpot.name games.lotto.bonusName games.lotto.name
  games.vikinglotto.bonusName games.vikinglotto.name home.firstNotWon home.prizesInAll joker.spoken
  results.joker
`;

export const gameTexts = 'common.gameClosed gamesList validation.fetchFailed gamePage.salesClose';

export const contributionTexts = `
  calendar.weekNumber common.show contributions validation.fetchFailed validation.noContributionsForWeek
  validation.noContributionsForYear
`;

export const blockTexts = `
  clubs.count clubs.name clubs.number content empty.clubs ${contributionTexts}
`;

export const sectionTexts = `
  common.showAll empty.news empty.results ${blockTexts} ${gameTexts} ${resultTexts}
`;

/** Leagues of the sample seasons. Real names, invented matches: each competition says that it is a sample. */

export type League = {
  id: string;
  country: string;
  name: string;
  /** An even number of them. */
  teams: readonly string[];
};

const league = (id: string, country: string, name: string, teams: string): League => ({
  ...{ id, country, name: `${name} (sýnishorn)` },
  teams: teams.split(', '),
});

export const leagues = {
  premier: league(
    'en1',
    'England',
    'Enska úrvalsdeildin',
    'Arsenal, Aston Villa, Bournemouth, Brentford, Brighton, Chelsea, Crystal Palace, Everton, Fulham, ' +
      'Leeds, Liverpool, Manchester City, Manchester United, Newcastle, Nottingham Forest, Southampton, ' +
      'Sunderland, Tottenham, West Ham, Wolves',
  ),
  championship: league(
    'en2',
    'England',
    'Enska B-deildin',
    'Blackburn, Bristol City, Burnley, Coventry, Derby, Hull, Ipswich, Leicester, Middlesbrough, Millwall, ' +
      'Norwich, Portsmouth, Preston, QPR, Sheffield United, Stoke, Swansea, Watford, West Brom, Wigan',
  ),
  spain: league(
    'es1',
    'Spánn',
    'Spænska úrvalsdeildin',
    'Alavés, Athletic Bilbao, Atlético Madrid, Barcelona, Celta Vigo, Getafe, Girona, Mallorca, Osasuna, ' +
      'Real Betis, Real Madrid, Real Sociedad, Sevilla, Valencia, Valladolid, Villarreal',
  ),
  italy: league(
    'it1',
    'Ítalía',
    'Ítalska A-deildin',
    'AC Milan, Atalanta, Bologna, Fiorentina, Genoa, Inter, Juventus, Lazio, Napoli, Parma, Roma, ' +
      'Sampdoria, Torino, Udinese, Venezia, Verona',
  ),
  germany: league(
    'de1',
    'Þýskaland',
    'Þýska úrvalsdeildin',
    'Augsburg, Bayern München, Bremen, Dortmund, Frankfurt, Freiburg, Hoffenheim, Köln, Leipzig, ' +
      'Leverkusen, Mainz, Mönchengladbach, Stuttgart, Wolfsburg',
  ),
  champions: league(
    'eu1',
    'Evrópa',
    'Meistaradeild Evrópu',
    'Ajax, Arsenal, Atlético Madrid, Barcelona, Bayern München, Benfica, Celtic, Club Brugge, Dortmund, ' +
      'Fenerbahçe, Feyenoord, Galatasaray, Inter, Juventus, København, Leverkusen, Lille, Liverpool, ' +
      'Manchester City, Marseille, Napoli, PSG, Porto, PSV, Real Madrid, Sporting',
  ),
} as const satisfies Record<string, League>;

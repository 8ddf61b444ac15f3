/** Nine questions about one's own playing. The answers stay in this page: nothing is sent or kept. */
import { type FormEvent, useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Button } from '#web/ui/button.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { Notice } from '#web/ui/notice.tsx';
import * as optionsCss from '#web/ui/options.module.css';
import { Result } from './result.tsx';
import { answers, questionCount, scoreOf } from './score.ts';
import * as selfTestCss from './self-test.module.css';
import texts from './self-test-page.tsx?texts';

export function loader({ request, context }: LoaderFunctionArgs) {
  return { texts: textsFor({ request, context }, texts) };
}

const noAnswers: readonly (number | null)[] = Array.from({ length: questionCount }, () => null);

export default function SelfTestPage() {
  const { t, locale } = useText();
  const [given, setGiven] = useState(noAnswers);
  const [score, setScore] = useState<number | null>(null);
  const again = () => {
    setGiven(noAnswers);
    setScore(null);
    window.scrollTo(0, 0);
  };
  const path = pathsFor('is').selfTest();
  const title = t('responsible.selfTest');
  return (
    <div className="wrap">
      <PageMeta
        title={title}
        description={t('selfTest.intro')}
        path={path}
        crumbs={[{ name: title, path }]}
      />
      <div className={`${layoutCss.pageHead} measure`}>
        <Breadcrumbs
          steps={[
            { name: t('nav.home'), to: pathsFor(locale).home() },
            { name: t('nav.responsible'), to: pathsFor(locale).page('abyrg-spilun') },
          ]}
        />
        <h1>{title}</h1>
        <p className="lead">{t('selfTest.intro')}</p>
      </div>
      {score === null ? (
        <Questions given={given} onGiven={setGiven} onScore={setScore} />
      ) : (
        <Result score={score} onAgain={again} />
      )}
      <p className={`meta measure ${selfTestCss.source}`}>{t('selfTest.source')}</p>
    </div>
  );
}

type Answers = readonly (number | null)[];
type QuestionsProps = {
  given: Answers;
  onGiven: (given: Answers) => void;
  onScore: (score: number) => void;
};

function Questions({ given, onGiven, onScore }: QuestionsProps) {
  const { t } = useText();
  const [isAsked, setAsked] = useState(false);
  const missing = given.indexOf(null);
  const count = given.filter((answer) => answer !== null).length;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (missing >= 0) document.getElementById(`question-${missing + 1}-0`)?.focus();
    else onScore(scoreOf(given as readonly number[]));
  };
  return (
    <form className={selfTestCss.questions} method="dialog" noValidate onSubmit={submit}>
      {given.map((answer, place) => (
        <Question
          // biome-ignore lint/suspicious/noArrayIndexKey: questions keep their places
          key={place}
          place={place}
          answer={answer}
          onAnswer={(chosen) => onGiven(given.map((each, at) => (at === place ? chosen : each)))}
        />
      ))}
      <div className={selfTestCss.end}>
        {isAsked && missing >= 0 && (
          <Notice kind="warn" role="alert">
            {t('selfTest.missing', { number: missing + 1 })}
          </Notice>
        )}
        <p className="actions">
          <Button type="submit" kind="primary">
            {t('selfTest.submit')}
          </Button>
        </p>
        <p className="soft" role="status">
          {t('selfTest.progress', { count, of: questionCount })}
        </p>
      </div>
    </form>
  );
}

const numbers = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

type QuestionProps = { place: number; answer: number | null; onAnswer: (answer: number) => void };

function Question({ place, answer, onAnswer }: QuestionProps) {
  const { t } = useText();
  const name = `question-${place + 1}`;
  return (
    <fieldset className={selfTestCss.question}>
      <legend>
        <span className={selfTestCss.number}>{place + 1}</span>{' '}
        {t(`selfTest.questions.${numbers[place] ?? '1'}`)}
      </legend>
      <div className={`${optionsCss.options} ${selfTestCss.answers}`}>
        {answers.map((each, value) => (
          <label key={each} className={optionsCss.option}>
            <input
              id={`${name}-${value}`}
              type="radio"
              name={name}
              checked={answer === value}
              onChange={() => onAnswer(value)}
            />
            <span>{t(`selfTest.answers.${each}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

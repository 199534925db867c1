# R's results for the designs of oracle.py: reads the long table named first, writes (design, quantity, values) lines to the second.
# car: types II and III, Levene, outliers. MASS: Box-Cox. emmeans: adjusted means. multcompView: letters. All else is R's own.
suppressPackageStartupMessages({
  library(car)
  library(emmeans)
  library(multcompView)
})
paths <- commandArgs(trailingOnly = TRUE)
all <- read.csv(paths[1], colClasses = c("integer", "numeric", rep("character", 4)), na.strings = "")
out <- file(paths[2], "w")
options(contrasts = c("contr.sum", "contr.poly"))

for (number in unique(all$design)) {
  say <- function(quantity, values)
    writeLines(paste(number, quantity, paste(sprintf("%.12g", values), collapse = " "), sep = "\t"), out)
  data <- all[all$design == number, ]
  present <- Filter(function(name) !all(is.na(data[[name]])), c("block", "a", "b", "c"))
  for (name in present) data[[name]] <- factor(data[[name]])
  factors <- setdiff(present, "block")
  terms <- paste(factors, collapse = " * ")
  if ("block" %in% present) terms <- paste("block +", terms)
  # As a call that holds its formula: boxcox evaluates it again.
  model <- eval(bquote(lm(.(as.formula(paste("y ~", terms))), data, y = TRUE, qr = TRUE)))
  p <- function(table) { column <- grep("^Pr", names(table)); values <- table[[column]]; values[!is.na(values)] }

  first <- anova(model)
  say("sums I", first[["Sum Sq"]])
  say("p I", p(first))
  second <- Anova(model, type = 2)
  say("sums II", second[["Sum Sq"]])
  say("p II", p(second))
  third <- Anova(model, type = 3)[-1, ]
  say("sums III", third[["Sum Sq"]])
  say("p III", p(third))

  if (number %% 10 == 0) {
    profile <- MASS::boxcox(model, lambda = c(-2, -1, 0, 2, 1), plotit = FALSE, eps = 1e-12)$y
    say("box-cox", profile[1:4] - profile[5])
  }

  if (number %% 10 == 5 && number %% 1000 < 60) {
    known <- function(values) ifelse(is.finite(values), values, 0)  # where an observation determines its own fit
    found <- summary(model)
    press <- sum((residuals(model) / (1 - hatvalues(model)))^2)
    say("fit", c(found$sigma, found$r.squared, found$adj.r.squared, 1 - press / sum((data$y - mean(data$y))^2)))
    say("leverages", hatvalues(model))
    say("studentized", known(rstandard(model)))
    say("deleted", known(rstudent(model)))
    say("cook", known(cooks.distance(model)))
    say("outlier", min(1, outlierTest(model, cutoff = Inf, n.max = 1)$bonf.p, na.rm = TRUE))
    cells <- split(data$y, interaction(data[factors], lex.order = TRUE, drop = TRUE))
    say("cells", unlist(lapply(cells, function(own) c(length(own), mean(own), sd(own), median(own), exp(mean(log(own)))))))
  }

  adjusted <- suppressMessages(emmeans(model, "a"))
  means <- summary(adjusted)
  say("means", means$emmean)
  say("errors", means$SE)
  compared <- summary(pairs(adjusted, adjust = "tukey"), infer = TRUE)
  say("differences", compared$estimate)
  say("halves", (compared$upper.CL - compared$lower.CL) / 2)
  say("tukey", compared$p.value)
  names <- levels(data$a)
  combined <- combn(length(names), 2)
  values <- setNames(compared$p.value, paste(names[combined[1, ]], names[combined[2, ]], sep = "-"))
  letters <- multcompLetters(values)
  matrix <- if (is.null(letters$LetterMatrix)) matrix(TRUE, length(names), 1) else letters$LetterMatrix[names, , drop = FALSE]
  # One number per letter: the levels under it as binary digits.
  say("letters", sort(apply(matrix, 2, function(column) sum(2^(which(column) - 1)))))

  if (length(present) == 1) {
    honest <- TukeyHSD(aov(y ~ a, data))$a
    stopifnot(max(abs(honest[, "p adj"] - compared$p.value)) < 1e-5)
    welch <- oneway.test(y ~ a, data)
    say("welch", c(welch$statistic, welch$parameter[2], welch$p.value))
    for (centre in c("median", "mean")) {
      tested <- leveneTest(y ~ a, data, center = centre)
      say(if (centre == "median") "brown-forsythe" else "levene", c(tested[["F value"]][1], tested[["Pr(>F)"]][1]))
    }
    holm <- pairwise.t.test(data$y, data$a, p.adjust.method = "holm", pool.sd = FALSE)$p.value
    say("welch-holm", apply(combined, 2, function(pair) holm[names[pair[2]], names[pair[1]]]))
  }
}
close(out)
